# What a parse holds: nodes, open elements, formatting elements, the current token. Freed as one when it ends.

ctypedef unsigned char byte
ctypedef unsigned long long u64

cdef extern from *:
    """
    #ifdef SITEGRAIN_CHECKED
    #define SITEGRAIN_IS_CHECKED 1
    #else
    #define SITEGRAIN_IS_CHECKED 0
    #endif
    """
    const bint IS_CHECKED "SITEGRAIN_IS_CHECKED"

cdef enum:  # what a node is; the first three are elements and name their namespace
    HTML, SVG, MATH, TEXT, COMMENT, DOCTYPE, DOCUMENT

cdef enum:  # bits of Node.flags
    SIDE = 1  # the text is in the side buffer, not in the source
    JOINED = 2  # this text continues the text before it: one text node of a document tree
    BLANK = 4  # this text is known to be white space of HTML alone

cdef enum:  # what went wrong
    FINE, NO_MEMORY, BROKEN

cdef enum:  # what was bounded
    REOPENED = 1

cdef enum:  # kinds of open elements that a search stops at
    SPECIAL, STOP, SCOPE, ITEM_SCOPE, BUTTON_SCOPE, TABLE_SCOPE, N_KINDS

cdef enum:  # kinds of tokens
    K_TEXT, K_NULL, K_START, K_END, K_COMMENT, K_DOCTYPE, K_EOF

cdef enum:  # how the text after a start tag is read; after script the states with `<!--` are kept inside the scan
    READ_DATA, READ_RCDATA, READ_RAW_TEXT, READ_SCRIPT, READ_PLAIN

cdef enum:
    IN_INITIAL, BEFORE_HTML, BEFORE_HEAD, IN_HEAD, IN_HEAD_NOSCRIPT, AFTER_HEAD, IN_BODY, IN_TEXT, IN_TABLE
    IN_TABLE_TEXT, IN_CAPTION, IN_COLUMN_GROUP, IN_TABLE_BODY, IN_ROW, IN_CELL, IN_TEMPLATE, AFTER_BODY, IN_FRAMESET
    AFTER_FRAMESET, AFTER_AFTER_BODY, AFTER_AFTER_FRAMESET

cdef struct Node:
    int parent
    int first
    int last
    int next
    int prev
    int start  # elements: offset of the start tag, -1 if implied; others: of their text
    int size  # bytes of text
    int tag
    int facts  # -1: no attribute that is looked at
    byte kind
    byte flags

cdef struct Facts:  # of the attributes of a start tag; a field is the hash of the value, 0 if empty
    u64 fields[5]
    int seen  # bit of every attribute that was met, see attributes.pxi
    int first_class
    int n_classes

cdef struct Open:  # an element on the stack; referred to by its place in a pool, since places on the stack shift
    long long label  # grows from the bottom to the top
    int node
    int key  # 2 * tag, 1 more outside the HTML namespace
    int kinds
    int formatting  # its entry in the list of formatting elements, or -1
    int below_same
    int above_same
    int below[6]  # the last of each kind below, kept for entries that are of any
    int foreign_run  # how many foreign elements lie on one another up to this one

cdef struct Formatting:  # an entry of the list of active formatting elements
    u64 attributes
    int node  # -1: a marker
    int open  # on the stack, or -1
    int tag
    int level  # markers before it
    int prev
    int next
    int below_same
    int above_same

cdef struct Token:
    int kind
    int start  # of the tag, or of the text
    int end
    int tag
    int attributes  # where the attributes of a tag begin
    int facts
    int count  # of NULs
    bint side
    bint blank  # text that is known to be white space alone
    bint self_closing
    bint has_attributes

cdef struct Span:
    int start
    int size

cdef struct Extra:  # an <html> or <body> tag that adds attributes to the element that is there
    int node
    int start

cdef struct Traits:  # what a source has that needs care
    bint has_cr
    bint has_nul
    bint is_ascii
    bint is_utf8

cdef struct Parser:
    const byte* source
    int size
    int pos
    int text_end  # of the text that was looked through last; NULs may cut it
    bint has_cr
    bint has_nul
    bint close_at_once
    bint has_joined  # a text that continues another
    int failed
    int notes

    Node* nodes
    Py_ssize_t n_nodes
    Py_ssize_t room_nodes
    Facts* facts
    Py_ssize_t n_facts
    Py_ssize_t room_facts
    u64* classes
    Py_ssize_t n_classes
    Py_ssize_t room_classes
    byte* side
    Py_ssize_t n_side
    Py_ssize_t room_side
    byte* scratch
    Py_ssize_t room_scratch
    Extra* extras
    Py_ssize_t n_extras
    Py_ssize_t room_extras

    byte* names  # of unknown tags
    Py_ssize_t n_name_bytes
    Py_ssize_t room_name_bytes
    Span* name_spans
    Py_ssize_t n_names
    Py_ssize_t room_names
    int* name_slots
    Py_ssize_t n_name_slots

    Open* opens
    Py_ssize_t n_opens  # of the pool that were ever used
    Py_ssize_t room_opens
    int free_open
    int* stack
    Py_ssize_t n_stack
    Py_ssize_t room_stack
    int* last_same  # by key
    Py_ssize_t room_last_same
    int last_kind[6]

    Formatting* formatting
    Py_ssize_t n_formatting
    Py_ssize_t room_formatting
    int free_formatting
    int last_formatting
    int last_of_tag[N_TAGS]
    int level
    long long n_reopened
    long long max_reopened

    byte* template_modes
    Py_ssize_t n_template_modes
    Py_ssize_t room_template_modes
    Token* pending
    Py_ssize_t n_pending
    Py_ssize_t room_pending

    Token token
    int mode
    int original_mode
    int reading
    int raw_tag
    int head
    int form
    int open_form  # its entry on the stack, if that still holds its node
    bint quirks
    bint frameset_ok
    bint foster
    bint skip_line_feed
    bint token_again
