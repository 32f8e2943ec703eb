import type { FileAnswer } from './file.js';
import type { Call, Operation } from './operation.js';
import type { Answered, ConditionalOptions, Redirect } from './options.js';
import type { Pages } from './pages.js';

export type { FileAnswer } from './file.js';
export type { Upload } from './operation.js';
export type * from './options.js';
export type { Pages } from './pages.js';

/** What the generated classes call, by the kind of the answer. */
export interface Core {
  none(operation: Operation, call: Call, options?: ConditionalOptions): Answered<null>;
  text(operation: Operation, call: Call, options?: ConditionalOptions): Answered<string>;
  json<T>(operation: Operation, call: Call, options?: ConditionalOptions): Answered<T>;
  page<Item, List>(operation: Operation, call: Call, options?: ConditionalOptions): Pages<Item, List>;
  file(operation: Operation, call: Call, options?: ConditionalOptions): Answered<FileAnswer>;
  events<T>(operation: Operation, call: Call, options?: ConditionalOptions): AsyncIterable<T>;
  redirect(operation: Operation, call: Call, options?: ConditionalOptions): Answered<Redirect>;
}
