import fc from 'fast-check';
import { firstValues, parametersOf } from './parameters';

const NAMES = ['utm_source', 'utm_term'];
const utmOf = firstValues(NAMES);
/** Names and values, whole and in part encoded, with invalid UTF-8 and broken escapes. */
const piece = fc.constantFrom(
  ...['utm_source', 'utm_term', 'utm', '_source', '%75tm_source', 'utm%5Fterm', 'UTM_TERM', 'a', 'b'],
  ...[
    '=',
    '=',
    '&',
    '&',
    '+',
    '%',
    '%4',
    '%zz',
    '%E4',
    '%ff',
    '%C3%BC',
    '%F0%9F%90%9F',
    '%EF%BB%BF',
    '%00',
    '%26',
    '%3D',
  ],
  ...['%2B', '%25'],
);
const query = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

describe('the parameters of a query', () => {
  it('are those that URLSearchParams finds', () =>
    fc.assert(
      fc.property(query, fc.array(fc.tuple(piece, piece)), (text, asked) => {
        const [own, standard] = [parametersOf(text), new URLSearchParams(text)];
        for (const [name, value] of [...standard, ...asked])
          expect([name, value, own.has(name), own.has(name, value)]).toEqual([
            name,
            value,
            standard.has(name),
            standard.has(name, value),
          ]);
      }),
    ));

  it('have the first values that URLSearchParams finds', () =>
    fc.assert(
      fc.property(query, (text) => {
        const [own, standard] = [utmOf(text), new URLSearchParams(text)];
        expect(NAMES.map((name) => own.get(name) ?? null)).toEqual(NAMES.map((name) => standard.get(name)));
      }),
    ));

  it('have letters that are not encoded, also beside bytes that are no UTF-8', () =>
    expect([...utmOf('utm_source=ü🐟&utm_term=ü%ff%C3%A4').values()]).toEqual(['ü🐟', 'ü\ufffdä']));

  it('are the first thousand', () => {
    const text = `${'a&'.repeat(999)}b&c`;
    const own = parametersOf(text);
    expect([own.has('b'), own.has('c')]).toEqual([true, false]);
    expect(utmOf(`${text}&utm_term=t`)).toEqual(new Map([['utm_term', 't']]));
  });

  it.each(['%E4&', '%ff=%ff&', '%&', 'utm_%E4=%ff&'])(
    'take no minutes of a processor in a thousand queries of nothing but %s',
    async (pair) => {
      const text = pair.repeat(15_000 / pair.length);
      const began = process.cpuUsage();
      for (let n = 0; n < 1_000; n += 1) {
        parametersOf(text);
        utmOf(text);
        expect(process.cpuUsage(began).user).toBeLessThan(40_000_000);
        // A test's time limit is only checked between event loop turns.
        await new Promise(setImmediate);
      }
    },
    600_000,
  );
});
