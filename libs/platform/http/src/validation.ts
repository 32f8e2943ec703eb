import { type Problem, Rejection } from '@kernel';
import { z } from 'zod';
import { codeEntryOf } from './codes';
import { describedAs } from './openapi-schema';
import { UNDECODABLE } from './query-string';

export type Part = 'body' | 'query' | 'path';

/** The value of a body that is not JSON. Validation reports it, after the check of existence (404 before 400). */
export const NOT_JSON = Symbol('not JSON');
/** The value of a body that has more members than any schema takes. Validation reports it, too. */
export const TOO_MANY = Symbol('too many members');
/** The value of a body with a name that no field may have. Validation reports it, too. */
export const BARRED_NAME = Symbol('barred name');

/** Finds problems of a body that a schema cannot know. The body may break its schema; such parts are not judged. */
export type Judge = (body: unknown) => readonly Problem[];

const MOST_PROBLEMS = 100;

const refused = new WeakMap<z.ZodType, Readonly<Record<string, string>>>();

/** Gives the reason why an object refuses a field, where `is not a known field` would mislead. @returns the schema */
export const refusing = <S extends z.ZodType>(schema: S, reasons: Readonly<Record<string, string>>): S => {
  refused.set(schema, reasons);
  return schema;
};

/** Accepts any value, and describes it in the OpenAPI document as the schema does; the handler judges it by `parse`. */
export const judgedLater = (schema: z.ZodType) => describedAs(z.unknown(), schema);

/**
 * The output of the schema.
 * @param judge adds its problems to those of the schema; without those, the caller judges the output
 * @param known problems that were found before
 * @throws Rejection('invalid', 'invalid_request') with every problem, located as `body.destination_url` or
 * `body.tags[3]`.
 */
export const parse = <S extends z.ZodType>(
  schema: S,
  value: unknown,
  part: Part,
  judge?: Judge,
  known: readonly Problem[] = [],
): z.output<S> => {
  const problems = [...known];
  const data = collect(schema, value, part, problems);
  if (problems.length > 0 && judge) problems.push(...judge(value));
  demandNone(problems);
  return data as z.output<S>;
};

/** Like parse, but adds the problems to a list, so that one answer reports several parts of a request. */
export const collect = (schema: z.ZodType, value: unknown, part: Part, problems: Problem[]): unknown => {
  if (value === NOT_JSON) return void problems.push({ location: part, message: 'is not valid JSON in UTF-8' });
  if (value === TOO_MANY) return void problems.push({ location: part, message: 'has more than 20,000 members' });
  if (value === BARRED_NAME) return void problems.push({ location: part, message: BARRED });
  if (isUndecodable(value)) return void problems.push({ location: part, message: UNREADABLE });
  const result = schema.safeParse(value, { error: (issue) => messageOf(issue, part) });
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    if (problems.length >= MOST_PROBLEMS) break;
    problems.push(...problemsOf(issue, part, issue.path.length === 0 ? refused.get(schema) : undefined));
  }
  return undefined;
};

/** Where problems of several kinds meet, the first of these is the code of the answer. */
const CODES = ['invalid_request', 'redirect_loop', 'unsafe_destination', 'domain_not_verified'];

/** A refusal of an input for all of its problems; each without a code of its own is an `invalid_request`. */
export const invalidRequest = (problems: readonly Problem[]): Rejection => {
  const coded = problems.slice(0, MOST_PROBLEMS).map((problem) => ({ code: 'invalid_request', ...problem }));
  const code = CODES.find((one) => coded.some((problem) => problem.code === one)) ?? 'invalid_request';
  return new Rejection('invalid', code, codeEntryOf(code).advice, {}, coded);
};

/** @throws Rejection for all of the problems, if there are any */
export const demandNone = (problems: readonly Problem[]): void => {
  if (problems.length > 0) throw invalidRequest(problems);
};

const BARRED = 'must not have a field named `__proto__`, nor one named `constructor` with a `prototype` in it';
const UNREADABLE = 'has malformed percent-encoding, or more than 1,000 parameters';

const isUndecodable = (value: unknown): boolean => typeof value === 'object' && value !== null && UNDECODABLE in value;

const problemsOf = (issue: z.core.$ZodIssue, part: Part, reasons: Readonly<Record<string, string>> = {}): Problem[] => {
  const location = locationOf(part, issue.path);
  if (issue.code === 'custom' && typeof issue.params?.['code'] === 'string')
    return [{ location, message: issue.message, code: issue.params['code'] }];
  if (issue.code !== 'unrecognized_keys') return [{ location, message: issue.message }];
  const noun = part === 'query' ? 'parameter' : 'field';
  return issue.keys.slice(0, MOST_PROBLEMS).map((key) => ({
    location: `${location}.${key.slice(0, 100)}`,
    message: (Object.hasOwn(reasons, key) ? reasons[key] : undefined) ?? `is not a known ${noun}`,
  }));
};

const locationOf = (part: Part, path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : `${text}.${String(step)}`),
    part,
  );

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  record: 'an object',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'must be an e-mail address',
  url: 'must be a URL',
  datetime: 'must be an RFC 3339 timestamp',
  date: 'must be a date, YYYY-MM-DD',
};

/**
 * Messages of our own, so that a new version of zod changes no answer. A message given in a schema takes precedence.
 */
const messageOf = (issue: z.core.$ZodRawIssue, part: Part): string => {
  if (issue.input === undefined && issue.code !== 'custom') return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return part === 'query' && Array.isArray(issue.input)
        ? 'must be given once'
        : `must be ${NOUNS[String(issue.expected)] ?? `of type ${String(issue.expected)}`}`;
    case 'too_small':
      return `must ${sizeOf(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)}`;
    case 'too_big':
      return `must ${sizeOf(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)}`;
    case 'invalid_value':
      return `must be ${issue.values?.length === 1 ? '' : 'one of '}${issue.values?.map(String).join(', ')}`;
    case 'invalid_format':
      return FORMATS[String(issue.format)] ?? 'has an invalid form';
    default:
      return 'is invalid';
  }
};

const sizeOf = (origin: unknown, comparison: string, bound: unknown): string => {
  if (origin === 'string') return `have ${comparison} ${String(bound)} characters`;
  if (origin === 'array' || origin === 'set') return `have ${comparison} ${String(bound)} items`;
  return `be ${comparison} ${String(bound)}`;
};
