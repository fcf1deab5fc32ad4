"""Pages for small screens: the main content first, the menu folded; a whole site as files, or a server's answers."""

from sitegrain.mobile.arranging import View, arrange
from sitegrain.mobile.choosing import wants_small
from sitegrain.mobile.rendering import Labels, render_view
from sitegrain.mobile.viewing import Screen, SmallPage, shrink, shrink_document, shrink_segmented
from sitegrain.mobile.work import MobileMethodWork, MobileWork
from sitegrain.mobile.writer import MobileWriter
from sitegrain.mobile.wsgi import MobileMiddleware

__all__ = [
    "Labels",
    "MobileMethodWork",
    "MobileMiddleware",
    "MobileWork",
    "MobileWriter",
    "Screen",
    "SmallPage",
    "View",
    "arrange",
    "render_view",
    "shrink",
    "shrink_document",
    "shrink_segmented",
    "wants_small",
]
