import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Session } from 'chdb';

/** `INSERT INTO <table> [(<columns>)] [SETTINGS <name> = <value>, …] FORMAT <format>`, without its rows. */
const INSERT =
  /^\s*(?<target>insert\s+into\s+(?<table>[\w.]+)\s*(?:\((?<columns>[^()]*)\))?)\s*(?:settings\s+(?<settings>.*?))?\s*format\s+(?<format>\w+)\s*$/is;
const SETTING = /^\s*(?<name>\w+)\s*=\s*(?:'(?<text>[^'\\]*)'|(?<number>\d+))\s*$/;

/** The formats whose rows chdb takes as bytes. */
const AS_BYTES = new Set(['TabSeparated', 'JSONEachRow', 'JSONCompactEachRow']);
/** A binary format, which chdb takes only from a file. */
const FROM_FILE = 'Native';

export const isInsert = (statement: string): boolean => INSERT.test(statement);

let inserts = 0;

/**
 * Inserts rows given as bytes. The engine parses them on threads of its own. As a part of the statement they would be
 * turned into a text and back, which blocks the event loop for a millisecond per megabyte and doubles the memory.
 * @param directory of this process alone, for files that last as long as an insert
 */
export async function insertRows(session: Session, statement: string, rows: Buffer, directory: string): Promise<void> {
  const { target = '', table = '', columns, settings = '', format = '' } = INSERT.exec(statement)?.groups ?? {};
  if (format === FROM_FILE) {
    const path = join(directory, `rows-${(inserts += 1)}.native`);
    try {
      await writeFile(path, rows, { mode: 0o600 });
      const file = path.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
      const applied = settings === '' ? '' : `SETTINGS ${settings}`;
      await session.queryAsync(`${target} FROM INFILE '${file}' ${applied} FORMAT ${format}`);
    } finally {
      await rm(path, { force: true });
    }
    return;
  }
  const values = settingsOf(settings);
  if (!AS_BYTES.has(format) || values === undefined) {
    await session.queryAsync(`${statement}\n${rows.toString('utf8')}`);
    return;
  }
  const names = columns?.split(',').map((name) => name.trim());
  await session.insert({
    table,
    values: rows,
    format: format as 'TabSeparated',
    settings: values,
    ...(names && { columns: names }),
  });
}

/** Undefined where a value is neither a plain text nor a whole number. */
const settingsOf = (list: string): Record<string, string | number> | undefined => {
  const values: Record<string, string | number> = {};
  for (const part of list.trim() === '' ? [] : list.split(',')) {
    const { name, text, number } = SETTING.exec(part)?.groups ?? {};
    if (name === undefined) return undefined;
    values[name] = text ?? Number(number);
  }
  return values;
};
