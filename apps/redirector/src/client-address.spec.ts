import type { IncomingMessage } from 'node:http';
import { clientOrigin } from './client-address';

/** A request through a proxy on this machine, and how often its header was read. */
const through = (forwarded: string) => {
  const read = jest.fn(() => forwarded);
  const headers = Object.defineProperty({}, 'x-forwarded-for', { get: read });
  const req = { headers, socket: { remoteAddress: '127.0.0.1' } } as unknown as IncomingMessage;
  return { req, read };
};
const origin = clientOrigin(['loopback', 'uniquelocal']);
const addressOf = (forwarded: string, { addressOf: find } = origin) => find(through(forwarded).req);

describe("a visitor's address", () => {
  it('is the nearest hop that is no trusted proxy', () => {
    expect(addressOf('198.51.100.7, 203.0.113.9:4711, 10.1.2.3')).toBe('203.0.113.9');
    expect(addressOf('10.9.9.9, 10.1.2.3')).toBe('10.9.9.9');
    expect(addressOf('')).toBe('127.0.0.1');
    expect(addressOf('198.51.100.7, 10.1.2.3', clientOrigin(true))).toBe('198.51.100.7');
    expect(addressOf('198.51.100.7', clientOrigin(false))).toBe('127.0.0.1');
  });

  it('is found once for a request, however long its header is', () => {
    const { req, read } = through('::1,'.repeat(3_700));
    expect(Array.from({ length: 5 }, () => origin.addressOf(req))).toEqual(Array(5).fill('::1'));
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('is a whole one, wherever a long header is cut', () => {
    for (let spaces = 0; spaces < 20; spaces += 1)
      expect(addressOf('10.1.2.3,'.repeat(1_000) + ' '.repeat(spaces))).toBe('10.1.2.3');
  });

  it('is that of the peer where a long header has no hop', () => {
    expect(addressOf('1'.repeat(10_000))).toBe('127.0.0.1');
  });

  it('does not come from the part of a long header that a visitor has sent', () => {
    expect(addressOf(`${'198.51.100.7, '.repeat(1_000)}203.0.113.9, 10.1.2.3`)).toBe('203.0.113.9');
  });
});
