/** Injection tokens for what CoreModule provides without a class. */
export const CONFIG = Symbol('config');
export const SECRETS = Symbol('secrets');
export const LOGGER = Symbol('logger');
export const READ_STORE = Symbol('read store');
export const EVENT_STORE = Symbol('event store');
export const AUTHORIZER = Symbol('authorizer');
