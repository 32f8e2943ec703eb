import fc from 'fast-check';
import { MOST_MEMBERS, parseBody } from './json-body';
import { NOT_JSON, TOO_MANY } from './validation';

const parsed = (text: string | Buffer): Promise<unknown> => parseBody(Buffer.from(text), JSON.parse);
/** More than is parsed in one piece. */
const LARGE = ' '.repeat(70_000);

describe('the value of a body', () => {
  it('is what JSON has, for a large list as for any other text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.array(fc.json(), { maxLength: 4 }), async (text, items) => {
        expect(await parsed(`${text}${LARGE}`)).toEqual(JSON.parse(text));
        const list = `[${items.join(` ,\n`)}]`;
        expect(await parsed(`${LARGE}${list}`)).toEqual(JSON.parse(list));
      }),
    );
  });

  it.each([
    '[1,2',
    '[1,2}',
    '[1,2]]',
    '[1,2] [3]',
    '[1,2],3',
    '[1,,2]',
    '[1,2,]',
    '[[1},2]',
    '[{],[}]',
    '{"a":1},2]',
    '["a,b]',
    '["a\\",2]',
    'x[1,2]',
    '[1,2]x',
    '',
  ])('is none for %s', async (text) => {
    expect(await parsed(text)).toBe(NOT_JSON);
    expect(await parsed(`${LARGE}${text}`)).toBe(NOT_JSON);
    expect(await parsed(`${text}${LARGE}`)).toBe(NOT_JSON);
  });

  it('is none for bytes that are not UTF-8', async () => {
    expect(await parsed(Buffer.from([0x22, 0xe4, 0x22]))).toBe(NOT_JSON);
  });

  it('is not made of more members than any schema takes, in all or in an item of a list', async () => {
    const members = (count: number) => `{${Array.from({ length: count }, (_, nth) => `"${nth}":0`).join()}}`;
    expect(await parsed(members(MOST_MEMBERS))).toBe(TOO_MANY);
    expect(await parsed(`[${members(9_000)},${members(9_000)},${members(9_000)}]`)).toHaveLength(3);
    expect(await parsed(`[{},${members(MOST_MEMBERS)}]`)).toBe(TOO_MANY);
    expect(await parsed(`[${members(MOST_MEMBERS)}]`)).toBe(TOO_MANY);
    expect(await parsed(JSON.stringify('a,b:c'.repeat(100_000)))).toHaveLength(500_000);
  });

  it('lets others have a turn between the items of a large list', async () => {
    const item = `{${Array.from({ length: 9_000 }, (_, nth) => `"member ${nth}":0`).join()}}`;
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 0);
    await parsed(`[${Array.from({ length: 30 }, () => item).join()}]`);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(1);
  });
});
