"""The read path: plan, signals, fusion, floor, rerank, brief."""
