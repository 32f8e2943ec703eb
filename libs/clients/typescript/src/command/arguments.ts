import { type ParseArgsConfig, parseArgs } from 'node:util';

/** The command was called wrongly: exit code 2. */
export class UsageError extends Error {}

/** What was checked is not as it should be: exit code 1. */
export class CheckFailed extends Error {}

export type Options = NonNullable<ParseArgsConfig['options']>;
export type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export interface Parsed {
  readonly values: Values;
  readonly positionals: readonly string[];
}

/** @throws UsageError for options that do not exist, and for more or fewer words than the command takes */
export const parsed = (args: readonly string[], options: Options, words: readonly string[]): Parsed => {
  const found = parsedOptions(args, options);
  if (found.values['help']) return found;
  const { positionals } = found;
  if (positionals.length > words.length)
    throw new UsageError(`'${positionals[words.length] ?? ''}' is one word too many`);
  const missing = words[positionals.length];
  if (missing) throw new UsageError(`${missing} is missing`);
  return found;
};

const parsedOptions = (args: readonly string[], options: Options): Parsed => {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { values: values as Values, positionals };
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0] ?? '');
  }
};

export const text = (values: Values, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

/** @throws UsageError where it is absent */
export const demanded = (values: Values, name: string): string => {
  const value = text(values, name);
  if (value === undefined) throw new UsageError(`--${name} is missing`);
  return value;
};

export const texts = (values: Values, name: string): readonly string[] => {
  const value = values[name];
  return Array.isArray(value) ? (value as readonly string[]) : [];
};

/** A whole number in a range. @throws UsageError */
export const number = (values: Values, name: string, least: number, most: number): number | undefined => {
  const value = text(values, name);
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(value) || Number(value) < least || Number(value) > most)
    throw new UsageError(`--${name} is a number from ${least} to ${most}`);
  return Number(value);
};
