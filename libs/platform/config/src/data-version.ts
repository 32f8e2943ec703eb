import { OperatorError } from '@kernel';

/**
 * Version of all stored data: events, tables, click log, messages, files. Raise it by one with every change that the
 * previous version's program would misread or damage, and add a fixture; see test/upgrade/README.md. Data that was
 * stored before this number existed has version 0.
 */
export const DATA_VERSION = 3;

/** The program is older than its data. */
export class NewerData extends OperatorError {
  /** @param what the beginning of a sentence: `The database` */
  constructor(what: string, version: number, known: number) {
    super(
      `${what} was written by a newer Waymark (its data is of version ${version}, and this program knows versions ` +
        `up to ${known}): start that version again, or restore a backup that is older.`,
    );
    this.name = 'NewerData';
  }
}

/** @param stored as stored; undefined for version 0. @throws NewerData; OperatorError unless it is a whole number */
export const demandKnownVersion = (what: string, stored: string | undefined, known = DATA_VERSION): void => {
  if (stored !== undefined && !/^\d+$/.test(stored))
    throw new OperatorError(
      `${what} says that its data is of version "${stored}", which is not a whole number: restore it from a backup.`,
    );
  const version = Number(stored ?? 0);
  if (version > known) throw new NewerData(what, version, known);
};
