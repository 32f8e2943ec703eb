/** For each journal, the last record sent: a journal's clicks arrive in the order of their numbers. */
export type LiveCursor = ReadonlyMap<string, number>;

/**
 * Where a stream begins: after the records of a cursor, or with what is recorded from an instant on (milliseconds since
 * 1970), until the journals have been read and its cursor is known.
 */
export type LiveStart = LiveCursor | number;

const ENTRY = /^([0-9a-z]{1,64})-(\d{1,15})$/;
/**
 * The system has one journal per start of a redirecting process; only those of the last minutes stay in a cursor. So
 * many take some 11 kB of a request's header, of which Node accepts 16 kB in all.
 */
const MOST_SOURCES = 400;
/** As many stay in a cursor that is resumed, and all that have clicks: starts of processes add others to it. */
export const MOST_RESUMED = 150;

export const encodeLiveCursor = (cursor: LiveCursor): string =>
  [...cursor].map(([source, seq]) => `${source}-${seq}`).join('.') || '0';

const INSTANT = /^@(\d{1,15})$/;

export const encodeLiveStart = (start: LiveStart): string =>
  typeof start === 'number' ? `@${start}` : encodeLiveCursor(start);

/** Null for a text that was not the id of an event. */
export const decodeLiveStart = (text: string): LiveStart | null => {
  const [, instant] = INSTANT.exec(text) ?? [];
  return instant === undefined ? decodeLiveCursor(text) : Number(instant);
};

/** Null for a text that is no cursor. */
export const decodeLiveCursor = (text: string): LiveCursor | null => {
  if (text === '0') return new Map();
  const entries = text.split('.').map((entry) => ENTRY.exec(entry));
  if (entries.length > MOST_SOURCES || entries.includes(null)) return null;
  return new Map(entries.map((entry) => [entry?.[1] ?? '', Number(entry?.[2])]));
};
