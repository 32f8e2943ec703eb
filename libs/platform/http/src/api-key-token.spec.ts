import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { hashToken, mintToken, parseToken } from '.';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const minted = fc
  .infiniteStream(fc.uint8Array({ minLength: 64, maxLength: 64 }))
  .map((stream) => mintToken(() => stream.next().value));

describe('an API key', () => {
  it('is recognised by its shape, whatever the dice say', () => {
    fc.assert(
      fc.property(minted, (token) => {
        expect(token).toMatch(/^svc_live_[0-9A-Za-z]{49}$/);
        expect(parseToken(token)).toEqual({ start: token.slice(0, 13) });
      }),
    );
  });

  it('with any one character mistyped is invalid', () => {
    fc.assert(
      fc.property(minted, fc.nat(57), fc.constantFrom(...ALPHABET), (token, at, typed) => {
        fc.pre(token.charAt(at) !== typed);
        expect(parseToken(token.slice(0, at) + typed + token.slice(at + 1))).toBeUndefined();
      }),
    );
  });

  it('with two neighbouring characters exchanged is invalid', () => {
    fc.assert(
      fc.property(minted, fc.integer({ min: 9, max: 56 }), (token, at) => {
        const [left, right] = [token.charAt(at), token.charAt(at + 1)];
        fc.pre(left !== right);
        expect(parseToken(token.slice(0, at) + right + left + token.slice(at + 2))).toBeUndefined();
      }),
    );
  });

  it('is not recognised in any other text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `svc_live_${text}`),
          minted.map((token) => `${token}\n`),
        ),
        (text) => {
          expect(parseToken(text)).toBeUndefined();
        },
      ),
    );
  });

  it('uses every character about equally', () => {
    const counts = new Map<string, number>();
    for (let round = 0; round < 2000; round += 1)
      for (const character of mintToken(randomBytes).slice(9, 52))
        counts.set(character, (counts.get(character) ?? 0) + 1);
    const expected = (2000 * 43) / 62;
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(counts.size).toBe(62);
    // 61 degrees of freedom: beyond 140 once in ten million runs.
    expect(chiSquare).toBeLessThan(140);
  });

  it('is stored as 32 bytes that depend on token and pepper', () => {
    const token = mintToken(randomBytes);
    expect(hashToken(token, 'pepper')).toHaveLength(32);
    expect(hashToken(token, 'pepper')).toEqual(hashToken(token, Buffer.from('pepper')));
    expect(hashToken(token, 'other')).not.toEqual(hashToken(token, 'pepper'));
  });
});
