export * from './api/index.js';
export { Waymark } from './core/client.js';
export * from './core/errors.js';
export type { FileAnswer, WebStream } from './core/file.js';
export type { Upload, UploadContent } from './core/operation.js';
export type { Pages } from './core/pages.js';
export type {
  Answered,
  ClientOptions,
  ConditionalOptions,
  Fetch,
  Redirect,
  RequestOptions,
  ResponseInfo,
  Signal,
  WriteOptions,
} from './core/options.js';
export { VERSION } from './core/version.js';
export { type UnwrapOptions, type WebhookHeaders, unwrap } from './core/webhooks.js';

/** All fields of an answer, also those that this version of the library does not know. */
export const raw = (answer: object): Readonly<Record<string, unknown>> => answer as Readonly<Record<string, unknown>>;
