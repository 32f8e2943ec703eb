import type { FastifyRequest } from 'fastify';
import { readCredential } from '.';

const read = (
  headers: Record<string, string>,
  queryKey: string | string[] | null = null,
  queryTicket: string | string[] | null = null,
) => readCredential({ headers, queryKey, queryTicket } as unknown as FastifyRequest);

describe('readCredential', () => {
  it('lets the first credential present decide, even a malformed one', () => {
    expect(read({ authorization: 'Bearer svc_live_a', 'x-api-key': 'b' }, 'c')).toEqual({
      kind: 'key',
      via: 'authorization',
      value: 'svc_live_a',
    });
    expect(read({ authorization: 'Basic dTpw', 'x-api-key': 'b' }, 'c')).toEqual({
      kind: 'malformed',
      via: 'authorization',
      value: '',
      mistake: expect.stringContaining('Basic authentication is not supported'),
    });
    expect(read({ 'x-api-key': 'b' }, 'c')).toEqual({ kind: 'key', via: 'x-api-key', value: 'b' });
    expect(read({ 'x-api-key': '' }, 'c')).toEqual({ kind: 'malformed', via: 'x-api-key', value: '' });
    expect(read({}, 'c')).toEqual({ kind: 'key', via: 'query', value: 'c' });
    expect(read({}, 'c', 'd')).toEqual({ kind: 'key', via: 'query', value: 'c' });
    expect(read({}, null, 'd')).toEqual({ kind: 'ticket', via: 'query', value: 'd' });
    expect(read({}, null, ['d', 'e'])).toEqual({ kind: 'ticket', via: 'query', value: '' });
    expect(read({})).toEqual({ kind: 'none', via: null, value: '' });
  });

  it.each([
    ['Bearer svc_live_x', 'key'],
    ['bearer svc_test_x', 'key'],
    ['Bearer aa.bb.cc', 'jwt'],
    ['Bearer aa.bb', 'malformed'],
    ['Bearer', 'malformed'],
    ['Bearer ', 'malformed'],
    ['', 'malformed'],
    ['Bearer a b.c.d', 'malformed'],
    ['Bearer x', 'malformed'],
    ['svc_live_x', 'malformed'],
    ['Bearer a..c', 'malformed'],
  ])('takes %j for a %s', (authorization, kind) => expect(read({ authorization }).kind).toBe(kind));

  it('ignores a repeated query key', () => {
    expect(read({}, ['a', 'b']).kind).toBe('malformed');
    expect(read({}, '').kind).toBe('malformed');
  });
});
