"""Memory over HTTP: the `/v1` interface, MCP at `/mcp`, and a model proxy at `/openai/v1`."""
