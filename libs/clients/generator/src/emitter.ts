import type { Api } from './api';

/**
 * Writes what is generated of one library.
 * @returns the text of each file by its path within the directory; a file it no longer returns is deleted
 */
export type Emit = (api: Api) => ReadonlyMap<string, string> | Promise<ReadonlyMap<string, string>>;

export interface Emitter {
  /** Of the library, relative to `libs/clients`: `typescript`. */
  readonly directory: string;
  /** What of it is generated: every file in these folders of the library. */
  readonly generated: readonly string[];
  readonly emit: Emit;
}

/** What generated files say at their top, as a comment of their language. */
export const GENERATED = 'Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.';
