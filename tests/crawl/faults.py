"""Pages and duties that go wrong on purpose, in worker processes as in our own."""

import multiprocessing
import os
import time

from sitegrain.pages.raw import RawPage


class FaultyPage(RawPage):
    """A page that does its fault when its charset is asked for, which decoding does."""

    def __getattribute__(self, name):
        if name == "charset" and self.fault() is not None:
            raise self.fault()
        return super().__getattribute__(name)

    def fault(self):
        return None


class DeadlyPage(FaultyPage):
    """Ends the worker process that reads it."""

    def fault(self):
        if multiprocessing.parent_process() is not None:
            os._exit(7)


class EndlessPage(FaultyPage):
    """Keeps the worker process that reads it."""

    def fault(self):
        while multiprocessing.parent_process() is not None:
            time.sleep(0.05)


class GreedyPage(FaultyPage):
    def fault(self):
        return MemoryError("64 GiB")


class DeepPage(FaultyPage):
    def fault(self):
        return RecursionError("maximum recursion depth exceeded")


class DoubleDuty:
    """Doubles numbers; over 13 a worker dies, over 99 it does not come back."""

    def __call__(self, item):
        if item == 13:
            os._exit(9)
        while item == 99:
            time.sleep(0.05)
        return 2 * item

    def give_up(self, item, reason):
        return reason

    def size(self, item):
        return 1

    def site(self, item):
        return None


class NameDuty(DoubleDuty):
    """Tells who did it, after a while."""

    def __call__(self, item):
        time.sleep(0.05)
        return os.getpid()


class RefusingDuty(DoubleDuty):
    """Raises an error of ours."""

    def __call__(self, item):
        from sitegrain.errors import ModelError

        raise ModelError("a.grain: damaged")


class UnstartableDuty(DoubleDuty):
    """Cannot even be unpickled."""

    def __reduce__(self):
        return os._exit, (3,)
