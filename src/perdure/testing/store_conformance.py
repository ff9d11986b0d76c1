"""What every store must do, as tests to inherit."""

from __future__ import annotations

from perdure.testing.store_suite.journal import Journal
from perdure.testing.store_suite.lifecycle import Lifecycle
from perdure.testing.store_suite.meaning import Meaning
from perdure.testing.store_suite.memories import Memories
from perdure.testing.store_suite.permanence import Permanence
from perdure.testing.store_suite.portability import Portability
from perdure.testing.store_suite.replies import Replies
from perdure.testing.store_suite.shelf import Shelf
from perdure.testing.store_suite.spaces import Spaces
from perdure.testing.store_suite.transactions import Transactions
from perdure.testing.store_suite.words import Words


class StoreConformance(
    Spaces, Journal, Memories, Words, Meaning, Lifecycle, Permanence, Replies, Portability, Shelf, Transactions
):
    """Inherit, and say how a store is opened and a backup put in its place.

    Each test gets a folder of its own; `make_store` is called again for the same folder to stand for another process.
    The stores are closed for you.

    ```python
    class TestMine(StoreConformance):
        def make_store(self, folder):
            return MyStore(folder)

        def unpack(self, backup, folder, name):
            MyStore.restore(backup, folder, name)
    ```
    """
