import { readFileSync } from 'node:fs';
import { codeOf } from './errno';

/**
 * A text of UTF-8 without a byte order mark.
 * @throws Error whose message follows the name of the file or of its variable
 */
export const readTextFile = (path: string): string => {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new Error(`cannot be read (${String(codeOf(error))})`, { cause: error });
  }
};

/** Why reading fails, to follow the name of the file or of its variable; undefined when it does not. */
export const readProblemOf = (read: () => unknown): string | undefined => {
  try {
    read();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};
