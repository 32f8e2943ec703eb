/**
 * Version of all that is stored: events, tables, click log, messages, files. Raise it by one with every change that a program
 * of the version before would misread or damage, and add a fixture; see test/upgrade/README.md. What was stored before there
 * was such a number is of version 0.
 */
export const DATA_VERSION = 1;

/** The program is older than its data. */
export class NewerData extends Error {
  /** @param what as a sentence begins: `The database` */
  constructor(what: string, version: number, known: number) {
    super(
      `${what} was written by a newer Waymark (its data is of version ${version}, and this program knows versions up to ${known}): start that version again, or restore a backup that is older.`,
    );
    this.name = 'NewerData';
  }
}

/** @param stored digits, as they were kept; undefined for version 0. @throws NewerData */
export const demandKnownVersion = (what: string, stored: string | undefined, known = DATA_VERSION): void => {
  const version = Number(stored ?? 0);
  if (!(version <= known)) throw new NewerData(what, version, known);
};
