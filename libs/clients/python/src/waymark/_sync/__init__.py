# Generated from libs/clients/python/src/waymark/_async by `npm run generate`. Do not edit.
"""The synchronous client. The synchronous one, `_sync`, is generated from these files."""
