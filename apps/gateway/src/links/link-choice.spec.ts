import { rules, variants } from './link-choice.schemas';

const MANY = 20_000;
const destination_url = 'https://example.com/';

// The answer lists a hundred problems, but each one that is found costs time in which nobody else is answered.
describe('a body with far too many', () => {
  it('variants is refused for their number, before each of them is judged', () => {
    const { error } = variants.safeParse(Array.from({ length: MANY }, () => 0));
    expect(error?.issues.map(({ message }) => message)).toEqual(['must have 2 to 4 variants']);
  });

  it('parameters in a rule is refused for their number, and the rest of them are not judged', () => {
    const query = Object.fromEntries(Array.from({ length: MANY }, (_, nth) => [`k${nth}`, 0]));
    const { error } = rules.safeParse([{ if: { query }, destination_url }]);
    expect(error?.issues.length).toBeLessThanOrEqual(102);
  });
});

describe('the rules of a link', () => {
  /** Twenty rules that take so many bytes as JSON. */
  const rulesOf = (bytes: number) => {
    const list = Array.from({ length: 20 }, (_, nth) => ({
      if: { query: Object.fromEntries(Array.from({ length: 14 }, (_, n) => [`k${n}`, `${nth}`.padEnd(200, 'v')])) },
      destination_url,
    }));
    const url = destination_url.padEnd(destination_url.length + bytes - JSON.stringify(list).length, 'x');
    return [...list.slice(1), { ...list[0], destination_url: url }];
  };

  it('take 64 KiB at most', () => {
    expect(JSON.stringify(rulesOf(65_536))).toHaveLength(65_536);
    expect(rules.safeParse(rulesOf(65_536)).success).toBe(true);
    const { error } = rules.safeParse(rulesOf(65_537));
    expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [[], 'must take at most 65536 bytes as JSON'],
    ]);
  });
});
