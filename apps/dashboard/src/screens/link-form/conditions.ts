import type { Link } from '../../api/queries';
import { instantOf, localOf } from '../../ui/local-time';

export const CONDITIONS = [
  ['country', 'Country'],
  ['device', 'Device'],
  ['os', 'System'],
  ['browser', 'Browser'],
  ['language', 'Language'],
  ['ip', 'IP address'],
  ['query', 'Query'],
  ['after', 'From'],
  ['before', 'Until'],
] as const;
export type ConditionName = (typeof CONDITIONS)[number][0];

export interface ConditionFields {
  readonly name: ConditionName;
  readonly text: string;
  /** What was read from the API, with its text: a text may say less. Absent for a condition that is new. */
  readonly read?: { readonly text: string; readonly value: unknown } | undefined;
}

/** Values as one text. A backslash goes before a comma, or a backslash, that is part of a value. */
const textOf = (values: readonly unknown[]): string =>
  values.map((value) => String(value).replace(/[\\,]/g, '\\$&')).join(', ');

/** The values of such a text. */
const valuesOf = (text: string): string[] =>
  (text.match(/(?:\\[\\,]|[^,])+/g) ?? [])
    .map((value) => value.trim().replace(/\\([\\,])/g, '$1'))
    .filter((value) => value !== '');

const conditionText = (name: ConditionName, value: unknown): string => {
  if (name === 'after' || name === 'before') return localOf(String(value));
  if (name !== 'query') return textOf([value].flat());
  const pairs = Object.entries(value as Record<string, string | true>);
  return textOf(pairs.map(([key, one]) => (one === true ? key : `${key}=${one}`)));
};

/** The conditions of a rule, in the order in which they are offered. */
export const conditionsOf = (conditions: Link['rules'][number]['if']): readonly ConditionFields[] =>
  CONDITIONS.flatMap(([name]) => {
    const value: unknown = conditions[name];
    if (value === undefined) return [];
    const text = conditionText(name, value);
    return [{ name, text, read: { text, value } }];
  });

const conditionOf = (name: ConditionName, text: string): unknown => {
  if (name === 'after' || name === 'before') return instantOf(text) ?? '';
  if (name !== 'query') return valuesOf(text);
  return Object.fromEntries(
    valuesOf(text).map((pair) => {
      const mark = pair.indexOf('=');
      return mark < 0 ? [pair, true] : [pair.slice(0, mark), pair.slice(mark + 1)];
    }),
  );
};

/** As the API takes it. A condition that nobody has changed is sent as it was read. */
export const valueOf = ({ name, text, read }: ConditionFields): unknown =>
  read?.text === text ? read.value : conditionOf(name, text);
