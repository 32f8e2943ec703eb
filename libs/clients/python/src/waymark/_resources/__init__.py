# Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.
