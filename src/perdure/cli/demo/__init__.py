"""The demo: a short story in two processes, told in Chinese and English, over a folder of its own."""
