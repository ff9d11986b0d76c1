"""How a model is opened on onnxruntime, and what its failures become."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from perdure.errors import EmbedderUnavailable

if TYPE_CHECKING:
    from onnxruntime import InferenceSession


def open_session(model: Path | bytes, *, threads: int = 0) -> InferenceSession:
    """A model on the processor, from a file or from memory; with 0 threads a run takes all cores."""
    import onnxruntime  # documented lazy load: the model

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.intra_op_num_threads = threads
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # idle threads leave the cores alone
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


@contextmanager
def one_failure(model: object) -> Iterator[None]:
    """Both onnxruntime and tokenizers raise what has no base class but Exception; it becomes EmbedderUnavailable."""
    try:
        yield
    except Exception as error:
        if type(error) is Exception or type(error).__module__.startswith("onnxruntime"):
            raise EmbedderUnavailable(f"{model} cannot be run ({type(error).__name__})") from error
        raise
