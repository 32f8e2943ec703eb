import { type Message, portionsOf } from './messages';

const message = (key: string, id: string, bytes = 10): Message => ({
  key,
  value: 'x'.repeat(bytes),
  headers: { id, type: 'link.created' },
});
const portions = (messages: readonly Message[]) =>
  [...portionsOf(messages)].map((portion) => portion.map(({ headers }) => headers.id));

describe('portions', () => {
  it('keep the order, and never hold two messages of one key', () =>
    expect(
      portions([message('a', '1'), message('b', '2'), message('a', '3'), message('a', '4'), message('c', '5')]),
    ).toEqual([['1', '2'], ['3'], ['4', '5']]));

  it("stay within the broker's limit, and a larger message is sent alone", () =>
    expect(
      portions([message('a', '1', 300_000), message('b', '2', 300_000), message('c', '3', 900_000), message('d', '4')]),
    ).toEqual([['1'], ['2'], ['3'], ['4']]));

  it('of no messages are none', () => expect(portions([])).toEqual([]));
});
