# Names of elements that the kernel knows by number; every other name gets a number of its own in each parse.

# In the order of the enumeration below: _TAG_NAMES[T_X] is x.
_TAG_NAMES = tuple("""
    a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blockquote body br
    button canvas caption center cite code col colgroup command content data datalist dd del details dfn dialog dir
    div dl dt element em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head
    header hgroup hr html i iframe image img input ins isindex kbd keygen label legend li link listing main map mark
    marquee menu menuitem meta meter multicol nav nextid nobr noembed noframes noscript object ol optgroup option
    output p param picture plaintext pre progress q rb rp rt rtc ruby s samp script search section select shadow
    slot small source spacer span strike strong style sub summary sup table tbody td template textarea tfoot th
    thead time title tr track tt u ul var video wbr xmp svg g path circle rect line polyline polygon ellipse use
    symbol defs stop text tspan desc foreignobject clippath lineargradient radialgradient filter mask pattern
    metadata altglyph altglyphdef altglyphitem animatecolor animatemotion animatetransform animate set feblend
    fecolormatrix fecomponenttransfer fecomposite feconvolvematrix fediffuselighting fedisplacementmap
    fedistantlight fedropshadow feflood fefunca fefuncb fefuncg fefuncr fegaussianblur feimage femerge femergenode
    femorphology feoffset fepointlight fespecularlighting fespotlight fetile feturbulence glyphref textpath math mi
    mo mn ms mtext mglyph malignmark annotation annotation-xml semantics mrow mfrac msup msub mstyle mtable mtr mtd
""".split())

cdef enum:
    T_A, T_ABBR, T_ACRONYM, T_ADDRESS, T_APPLET, T_AREA, T_ARTICLE, T_ASIDE, T_AUDIO, T_B, T_BASE, T_BASEFONT,
    T_BDI, T_BDO, T_BGSOUND, T_BIG, T_BLOCKQUOTE, T_BODY, T_BR, T_BUTTON, T_CANVAS, T_CAPTION, T_CENTER, T_CITE,
    T_CODE, T_COL, T_COLGROUP, T_COMMAND, T_CONTENT, T_DATA, T_DATALIST, T_DD, T_DEL, T_DETAILS, T_DFN, T_DIALOG,
    T_DIR, T_DIV, T_DL, T_DT, T_ELEMENT, T_EM, T_EMBED, T_FIELDSET, T_FIGCAPTION, T_FIGURE, T_FONT, T_FOOTER,
    T_FORM, T_FRAME, T_FRAMESET, T_H1, T_H2, T_H3, T_H4, T_H5, T_H6, T_HEAD, T_HEADER, T_HGROUP, T_HR, T_HTML, T_I,
    T_IFRAME, T_IMAGE, T_IMG, T_INPUT, T_INS, T_ISINDEX, T_KBD, T_KEYGEN, T_LABEL, T_LEGEND, T_LI, T_LINK,
    T_LISTING, T_MAIN, T_MAP, T_MARK, T_MARQUEE, T_MENU, T_MENUITEM, T_META, T_METER, T_MULTICOL, T_NAV, T_NEXTID,
    T_NOBR, T_NOEMBED, T_NOFRAMES, T_NOSCRIPT, T_OBJECT, T_OL, T_OPTGROUP, T_OPTION, T_OUTPUT, T_P, T_PARAM,
    T_PICTURE, T_PLAINTEXT, T_PRE, T_PROGRESS, T_Q, T_RB, T_RP, T_RT, T_RTC, T_RUBY, T_S, T_SAMP, T_SCRIPT,
    T_SEARCH, T_SECTION, T_SELECT, T_SHADOW, T_SLOT, T_SMALL, T_SOURCE, T_SPACER, T_SPAN, T_STRIKE, T_STRONG,
    T_STYLE, T_SUB, T_SUMMARY, T_SUP, T_TABLE, T_TBODY, T_TD, T_TEMPLATE, T_TEXTAREA, T_TFOOT, T_TH, T_THEAD,
    T_TIME, T_TITLE, T_TR, T_TRACK, T_TT, T_U, T_UL, T_VAR, T_VIDEO, T_WBR, T_XMP, T_SVG, T_G, T_PATH, T_CIRCLE,
    T_RECT, T_LINE, T_POLYLINE, T_POLYGON, T_ELLIPSE, T_USE, T_SYMBOL, T_DEFS, T_STOP, T_TEXT, T_TSPAN, T_DESC,
    T_FOREIGNOBJECT, T_CLIPPATH, T_LINEARGRADIENT, T_RADIALGRADIENT, T_FILTER, T_MASK, T_PATTERN, T_METADATA,
    T_ALTGLYPH, T_ALTGLYPHDEF, T_ALTGLYPHITEM, T_ANIMATECOLOR, T_ANIMATEMOTION, T_ANIMATETRANSFORM, T_ANIMATE,
    T_SET, T_FEBLEND, T_FECOLORMATRIX, T_FECOMPONENTTRANSFER, T_FECOMPOSITE, T_FECONVOLVEMATRIX,
    T_FEDIFFUSELIGHTING, T_FEDISPLACEMENTMAP, T_FEDISTANTLIGHT, T_FEDROPSHADOW, T_FEFLOOD, T_FEFUNCA, T_FEFUNCB,
    T_FEFUNCG, T_FEFUNCR, T_FEGAUSSIANBLUR, T_FEIMAGE, T_FEMERGE, T_FEMERGENODE, T_FEMORPHOLOGY, T_FEOFFSET,
    T_FEPOINTLIGHT, T_FESPECULARLIGHTING, T_FESPOTLIGHT, T_FETILE, T_FETURBULENCE, T_GLYPHREF, T_TEXTPATH, T_MATH,
    T_MI, T_MO, T_MN, T_MS, T_MTEXT, T_MGLYPH, T_MALIGNMARK, T_ANNOTATION, T_ANNOTATION_XML, T_SEMANTICS, T_MROW,
    T_MFRAC, T_MSUP, T_MSUB, T_MSTYLE, T_MTABLE, T_MTR, T_MTD,
    N_TAGS
