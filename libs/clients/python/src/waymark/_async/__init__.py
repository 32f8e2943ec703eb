"""The asynchronous client. The synchronous one, `_sync`, is generated from these files."""
