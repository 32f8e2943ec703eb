import { Rejection } from '@kernel';
import { z } from 'zod';
import { pagingQuery, parse, queryBoolean, queryInteger, queryList } from '.';
import { parseQuery } from './query-string';

const problemsOf = (schema: z.ZodType, value: unknown, part: 'body' | 'query' = 'body') => {
  try {
    parse(schema, value, part);
  } catch (error) {
    if (error instanceof Rejection) return error.problems.map(({ location, message }) => `${location} ${message}`);
    throw error;
  }
  return [];
};

const Link = z.strictObject({
  destination_url: z.string().min(1).max(20),
  tags: z.array(z.string().max(5)).optional(),
  weight: z.int().min(1).max(9).optional(),
  kind: z.enum(['a', 'b']).optional(),
  at: z.iso.datetime().optional(),
  rules: z.array(z.strictObject({ if: z.strictObject({ os: z.string() }) })).optional(),
  alias: z.string().regex(/^x$/, { error: 'must be x' }).optional(),
  on: z.boolean().optional(),
});

describe('parse', () => {
  it('lists all problems with their places, in plain and stable words', () => {
    const value = {
      destination_url: '',
      tags: ['ok', 'too long', 3],
      weight: 1.5,
      kind: 'c',
      at: 'now',
      rules: [{ if: { os: 1, cpu: 2 } }],
      alias: 'y',
      on: 'yes',
      color: 'red',
    };
    expect(problemsOf(Link, value)).toEqual([
      'body.destination_url must have at least 1 characters',
      'body.tags[1] must have at most 5 characters',
      'body.tags[2] must be a string',
      'body.weight must be an integer',
      'body.kind must be one of a, b',
      'body.at must be an RFC 3339 timestamp',
      'body.rules[0].if.os must be a string',
      'body.rules[0].if.cpu is not a known field',
      'body.alias must be x',
      'body.on must be true or false',
      'body.color is not a known field',
    ]);
  });

  it('lists a hundred of the fields of a body that has more than a call takes arguments', () => {
    const value = Object.fromEntries(Array.from({ length: 200_000 }, (_, nth) => [`f${nth}`, 0]));
    expect(problemsOf(z.strictObject({}), value)).toHaveLength(100);
  });

  it.each([
    [undefined, 'body is required'],
    [null, 'body must be an object'],
    [[], 'body must be an object'],
    ['x', 'body must be an object'],
    [{}, 'body.destination_url is required'],
  ])('reports what is wrong with %j as a whole', (value, problem) =>
    expect(problemsOf(Link, value)).toEqual([problem]),
  );

  it('names no more than a hundred problems', () => {
    expect(
      problemsOf(
        z.array(z.string()),
        Array.from({ length: 1000 }, (_, index) => index),
      ),
    ).toHaveLength(100);
  });

  it('returns the value that the schema produces', () => {
    expect(parse(z.strictObject(pagingQuery), {}, 'query')).toEqual({ page: 1, limit: 25 });
  });
});

describe('a query', () => {
  const List = z.strictObject({
    ...pagingQuery,
    tags: queryList(z.string().max(3)).optional(),
    deleted: queryBoolean().optional(),
    min: queryInteger(0, 9).optional(),
    q: z.string().optional(),
  });

  it('is read strictly: once each, in range, nothing unknown', () => {
    const query = parseQuery('page=0&limit=101&min=x&deleted=1&tags=abcd&q=1&q=2&who=me');
    expect(problemsOf(List, query, 'query')).toEqual([
      'query.page must be an integer from 1 to 1000000',
      'query.limit must be an integer from 1 to 100',
      'query.tags[0] must have at most 3 characters',
      'query.deleted must be true or false',
      'query.min must be an integer from 0 to 9',
      'query.q must be given once',
      'query.who is not a known parameter',
    ]);
    expect(problemsOf(List, parseQuery('limit=1&limit=2&page=&tags='), 'query')).toEqual([
      'query.page must be an integer from 1 to 1000000',
      'query.limit must be given once',
      'query.tags must not be empty',
    ]);
  });

  it('takes a list by commas and by repetition', () => {
    expect(parse(List, parseQuery('tags=a,b&tags=c&limit=100&deleted=true'), 'query')).toMatchObject({
      tags: ['a', 'b', 'c'],
      limit: 100,
      deleted: true,
    });
  });

  it('is decoded as forms are, and keeps odd names harmless', () => {
    expect({ ...parseQuery('a=1+2%2B3&b&=c&a=%C3%A9&constructor=x&&') }).toEqual({
      a: ['1 2+3', 'é'],
      b: '',
      '': 'c',
      constructor: 'x',
    });
    expect(Object.getPrototypeOf(parseQuery('__proto__=x'))).toBeNull();
    expect(problemsOf(List, parseQuery('q=%ff'), 'query')).toEqual([
      'query has malformed percent-encoding, or more than 1,000 parameters',
    ]);
  });
});
