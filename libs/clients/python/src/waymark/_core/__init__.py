"""What the synchronous and the asynchronous client share: everything that neither waits nor sends."""
