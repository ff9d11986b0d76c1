"""The encoder as an ONNX model: every matrix in eight bits, everything between the matrices in floats."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from perdure.providers.e5.onnx_writer import MICROSOFT, Graph
from perdure.providers.e5.weights import Weights, numbers

_LARGEST = 63
"""Seven bits of eight: with the last one, processors without VNNI overflow sixteen bits where others do not."""

_LOUD_FEATURES = (15, 35)
_LOUD_NEURONS = (318, 1462, 354, 408, 778, 658, 1152, 413, 563, 361, 59, 554)
_LOUDER = 4.0
"""Where this model's activations are many times larger than anywhere else: rounding would lose all others for them.

These features, and one neuron a layer, are divided before they are rounded, and their weights multiplied.
"""


def graph(weights: Weights) -> bytes:
    """A model from `tokens` (a text's embedded tokens) to `states` (one vector a token)."""
    layers = _Layers(weights)
    states = layers.normalised("tokens", "emb.ln")
    for number in range(weights.layers):
        states = layers.layer(number, states)
    return layers.graph.model("tokens", states, [1, "length", weights.width])


class _Layers:
    """Parts of the encoder, as nodes of a graph."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self.graph = Graph()

    def layer(self, number: int, states: str) -> str:
        """Attention over the text, then a feed-forward net for each token."""
        name = f"l{number}."
        query, key, value = (self._linear(states, name + part) for part in "qkv")
        heads = self._weights.heads
        attended = self.graph.node("MultiHeadAttention", query, key, value, domain=MICROSOFT, num_heads=heads)
        states = self._added(states, self._linear(attended, name + "ao"), name + "aln")
        inner = self._linear(states, name + "fi", _LOUD_FEATURES)
        neurons = self.graph.node("Gelu", inner, domain=MICROSOFT)
        return self._added(states, self._linear(neurons, name + "fo", _LOUD_NEURONS[number : number + 1]), name + "oln")

    def normalised(self, states: str, name: str) -> str:
        scale, shift = (self.graph.constant(self._weights.floats(f"{name}.{part}")) for part in "wb")
        return self.graph.node("LayerNormalization", states, scale, shift, epsilon=self._weights.epsilon)

    def _added(self, states: str, change: str, name: str) -> str:
        return self.normalised(self.graph.node("Add", states, change), name)

    def _linear(self, states: str, name: str, loud: Sequence[int] = ()) -> str:
        constant = self.graph.constant
        bias = self._weights.floats(f"{name}.b")
        matrix = numbers(self._weights.blocks(f"{name}.w", rows=len(bias)))
        if loud:
            factors = np.ones(matrix.shape[1], np.float32)
            factors[list(loud)] = _LOUDER
            matrix *= factors
            states = self.graph.node("Mul", states, constant(1 / factors))
        whole, scales = _rounded(matrix)
        inputs = states, constant(whole), constant(scales), "", constant(bias)
        return self.graph.node("DynamicQuantizeMatMul", *inputs, domain=MICROSOFT)


def _rounded(matrix: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """The matrix in eight bits, a column an output, and what each column is to be multiplied by."""
    scales = np.abs(matrix).max(axis=1) / np.float32(_LARGEST)
    whole = np.rint(matrix / scales[:, np.newaxis]).astype(np.int8)
    return np.ascontiguousarray(whole.T), scales
