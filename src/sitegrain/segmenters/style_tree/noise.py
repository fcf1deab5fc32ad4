"""Which element nodes are noise, and what of a page is removed or kept as a whole (methods.md C.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.sites.tree import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sitegrain.segmenters.som_tree.classes import PlacedPage
    from sitegrain.segmenters.style_tree.elements import Elements

OPEN = -1  # a row that is neither removed nor kept with all that is below it


class Noise:
    """Bool lists, one entry an element node.

    is_noise:     it and all below it tell less than the threshold
    is_own_noise: the same for the text right in it, where that counts by itself
    has_noise:    noise is at or below it
    own:          float64 (n_elements,) importance of the text right in it
    """

    def __init__(
        self, parents: Sequence[int], elements: Elements, importance: NDArray[np.float64], threshold: float
    ) -> None:
        self.own = np.where(elements.is_mixed, elements.features, importance)
        self.is_own_noise: list[bool] = (elements.is_mixed & (self.own < threshold)).tolist()
        largest: list[float] = np.maximum(self.own, importance).tolist()
        self.has_noise = list(self.is_own_noise)
        for element in range(len(parents) - 1, -1, -1):  # an element node comes before those below it
            self.has_noise[element] |= largest[element] < threshold
            parent = parents[element]
            if parent >= 0:
                largest[parent] = max(largest[parent], largest[element])
                self.has_noise[parent] |= self.has_noise[element]
        self.is_noise = [value < threshold for value in largest]

    def wholes(self, page: PlacedPage) -> list[int]:
        """For each row the outermost one that is removed or kept with all that is below it; OPEN for none.

        That is noise, what has no noise in it, and what no learned page had.
        """
        wholes: list[int] = []
        for row, (place, parent) in enumerate(zip(page.places, page.tree.parents, strict=True)):
            whole = wholes[parent] if parent >= 0 else OPEN
            if whole == OPEN and (place == UNKNOWN or self.is_noise[place] or not self.has_noise[place]):
                whole = row
            wholes.append(whole)
        return wholes

    def is_kept(self, page: PlacedPage) -> NDArray[np.bool_]:
        """Bool (n_rows,): whether the text right in each row is kept."""
        places = page.places
        kept = [
            not self.is_own_noise[place]
            if whole == OPEN
            else places[whole] == UNKNOWN or not self.is_noise[places[whole]]
            for place, whole in zip(places, self.wholes(page), strict=True)
        ]
        return np.array(kept, bool)
