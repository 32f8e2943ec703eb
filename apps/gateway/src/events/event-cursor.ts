import { instantOf } from '../instant.schemas';

/** The last event of a page: the next one begins after it, however many events have come since. */
export interface EventCursor {
  /** RFC 3339 UTC with milliseconds. */
  readonly at: string;
  readonly revision: string;
  readonly id: string;
}

/** Of streams, whose names are of letters, digits, dashes and underscores. */
const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (\d{1,18}) ([\w-]{1,150}\/\d{1,18})$/;

export const encodeCursor = ({ at, revision, id }: EventCursor): string =>
  Buffer.from(`${at} ${revision} ${id}`).toString('base64url');

/** Null for a text that {@link encodeCursor} did not make. */
export const decodeCursor = (text: string): EventCursor | null => {
  const [, at = '', revision, id] = CURSOR.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  return revision === undefined || id === undefined || instantOf(at) !== at ? null : { at, revision, id };
};
