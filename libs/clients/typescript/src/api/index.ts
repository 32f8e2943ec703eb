// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

export * from './enums.js';
export * from './models.js';
export * from './health.js';
export * from './errors.js';
export * from './links.js';
export * from './tags.js';
export * from './urls.js';
export * from './campaigns.js';
export * from './domains.js';
export * from './api-keys.js';
export * from './auth.js';
export * from './analytics.js';
export * from './workspace.js';
export * from './members.js';
export * from './invitations.js';
export * from './imports.js';
export * from './qr-codes.js';
export * from './webhooks.js';
export * from './events.js';
export * from './redirects.js';
