import { type Problem, Rejection } from '@kernel';
import { type ImportLayout, type ImportRow, type ImportSource, plainName } from './layout';
import { bitly } from './layouts/bitly';
import { dub } from './layouts/dub';
import { kutt } from './layouts/kutt';
import { shlink } from './layouts/shlink';
import { waymark } from './layouts/waymark';
import { yourls } from './layouts/yourls';

/** In the order in which they are tried: our own has a column that others have, too. */
const LAYOUTS: Readonly<Record<ImportSource, ImportLayout>> = { dub, bitly, shlink, kutt, yourls, waymark };

export const layoutOf = (source: ImportSource): ImportLayout => LAYOUTS[source];

/** What the file of failed rows has besides. It can be imported again. */
export const ERROR_COLUMNS = ['error_code', 'error_message'] as const;
const MOST_PROBLEMS = 100;
const ADDED: readonly string[] = ERROR_COLUMNS.map(plainName);

/** Characters of a name at most: ignored ones are listed in the record of the import. Those of all layouts are shorter. */
const LONGEST_NAME = 100;

/** What the database cannot keep: ignored names are in the record of the import. */
const UNKEPT = /\0|\p{Surrogate}/u;

/** The columns of a file. */
export interface ImportHeader {
  readonly source: ImportSource;
  /** Columns that are known and do not matter, as the file names them. */
  readonly ignored: readonly string[];
}

const hasOneOf = (marks: ImportLayout['marks'], names: ReadonlySet<string>): boolean =>
  marks.some((mark) => mark.every((name) => names.has(name)));

/** Whether a layout has a place for a column. One without a name is not looked at. */
const isKnown = ({ used, ignored }: ImportLayout, name: string): boolean =>
  name === '' || used.includes(name) || ignored.includes(name) || ADDED.includes(name);

/**
 * Recognises a file by the names of its columns.
 * @param names as the file has them @param source given by the caller @param noun what the file calls its columns
 * @throws Rejection `invalid_request` with every column that is unknown
 */
export const recognise = (
  names: readonly string[],
  { source, noun = 'column' }: { source?: ImportSource | undefined; noun?: 'column' | 'field' } = {},
): ImportHeader => {
  const plain = names.map(plainName);
  const known = new Set(plain);
  const sources = source ? [source] : (Object.keys(LAYOUTS) as ImportSource[]);
  const found = sources.find((one) => hasOneOf(LAYOUTS[one].marks, known));
  if (!found) throw refused(noun, unrecognised(named(names), noun, source));
  const layout = LAYOUTS[found];
  const isOfApi = hasOneOf(layout.ofApi ?? [], known);
  const problems = names.flatMap((name, index): Problem[] => {
    const location = locationOf(name);
    const own = plain[index] ?? '';
    if (name.length > LONGEST_NAME) return [{ location, message: `must have at most ${LONGEST_NAME} characters` }];
    if (UNKEPT.test(name)) return [{ location, message: 'must not contain NUL or half a surrogate pair' }];
    if (!isOfApi && !isKnown(layout, own))
      return [{ location, message: `is not a known ${noun} of a file of ${found}` }];
    return own !== '' && plain.indexOf(own) < index ? [{ location, message: `is the name of two ${noun}s` }] : [];
  });
  if (problems.length > 0) throw refused(noun, problems.slice(0, MOST_PROBLEMS));
  const isIgnored = (name: string): boolean => isIgnoredBy(layout, name) || (isOfApi && !isKnown(layout, name));
  return { source: found, ignored: names.filter((name) => isIgnored(plainName(name))) };
};

const locationOf = (name: string): string => `body.${name.slice(0, LONGEST_NAME)}`;

const isIgnoredBy = ({ ignored }: ImportLayout, name: string): boolean =>
  ignored.includes(name) || ADDED.includes(name);

const named = (names: readonly string[]): readonly string[] => names.filter((name) => plainName(name) !== '');

/** What is missing, and the names that are unknown where no layout but ours has one of the others. */
const unrecognised = (names: readonly string[], noun: string, source?: ImportSource): readonly Problem[] => {
  const missing = { location: 'body', message: missingOf(names.map(plainName), noun, source) };
  const unknown = names.filter((name) => !sourcesWith(plainName(name)).includes('waymark'));
  const isOurs =
    (source ?? 'waymark') === 'waymark' && unknown.every((name) => sourcesWith(plainName(name)).length === 0);
  if (!isOurs || unknown.length === names.length) return [missing];
  const message = `is not a known ${noun} of a file of waymark`;
  return [missing, ...unknown.slice(0, MOST_PROBLEMS - 1).map((name) => ({ location: locationOf(name), message }))];
};

const missingOf = (plain: readonly string[], noun: string, source: ImportSource | undefined): string => {
  if (source) {
    const sets = LAYOUTS[source].marks.map((mark) => mark.join(' and '));
    return `has not the ${noun}s of a file of ${source}, which are ${sets.join(', or ')}`;
  }
  if (plain.every((name) => sourcesWith(name).length === 0))
    return `has no ${noun}s that are known: name them as in the link record, or give the source`;
  return `must have the ${noun} destination_url, or those of another source: give the source, and they are named`;
};

const sourcesWith = (name: string): readonly ImportSource[] =>
  (Object.keys(LAYOUTS) as ImportSource[]).filter((source) => isKnown(LAYOUTS[source], name));

/**
 * @param values by the names that the file has
 * @throws Rejection for a name that comes twice, or is unknown, where the rows are not those of an API
 */
export const rowOf = (source: ImportSource, values: Iterable<readonly [string, unknown]>): ImportRow => {
  const layout = LAYOUTS[source];
  const entries = [...values].map(([name, value]) => [name, plainName(name), value] as const);
  const names = new Set<string>();
  const twice = entries.filter(([, own]) => {
    const isAgain = own !== '' && names.has(own);
    names.add(own);
    return isAgain;
  });
  const isOfApi = hasOneOf(layout.ofApi ?? [], names);
  const unknown = entries.filter(([, own]) => !isKnown(layout, own));
  const problems = [
    ...(isOfApi ? [] : unknown).map(([name]) => ({ location: locationOf(name), message: 'is not a known field' })),
    ...twice.map(([name]) => ({ location: locationOf(name), message: 'is the name of two fields' })),
  ];
  if (problems.length > 0) throw refused('field', problems.slice(0, MOST_PROBLEMS));
  return Object.fromEntries(entries.map(([, own, value]) => [own, value]));
};

const refused = (noun: string, problems: readonly Problem[]): Rejection =>
  new Rejection('invalid', 'invalid_request', `The file has ${noun}s that are not known.`, {}, problems);
