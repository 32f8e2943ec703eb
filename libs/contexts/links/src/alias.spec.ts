import { createHash } from 'node:crypto';
import { ALIAS, randomAlias } from './alias';

const digest = (text: string) => createHash('sha256').update(text).digest();

describe('a random alias', () => {
  it('is the same for the same command, so that a retried creation finds its own link', () =>
    expect(randomAlias('c1', 0, digest)).toBe(randomAlias('c1', 0, digest)));

  it('differs for another command and for the next attempt', () => {
    const aliases = new Set(
      Array.from({ length: 1000 }, (_, n) => randomAlias(`c${n % 500}`, n < 500 ? 0 : 1, digest)),
    );
    expect(aliases.size).toBe(1000);
  });

  it('has 7 unambiguous characters', () => {
    for (let n = 0; n < 200; n += 1) {
      const alias = randomAlias(`c${n}`, 0, digest);
      expect(alias).toMatch(/^[2-9a-hjkmnp-z]{7}$/);
      expect(alias).toMatch(ALIAS);
    }
  });
});
