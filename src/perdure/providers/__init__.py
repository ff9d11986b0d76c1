"""Embedders: the bundled one, ONNX folders, sentence-transformers, any OpenAI-style endpoint."""
