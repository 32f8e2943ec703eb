import { messageOf } from '.';

describe('messageOf', () => {
  it.each<readonly [string, unknown, string]>([
    ['an error', new Error('It is away.'), 'It is away'],
    ['an error of several lines', new Error('first\nsecond'), 'first second'],
    [
      'a cause that the message does not tell',
      new Error('no answer', { cause: new Error('connect ECONNREFUSED') }),
      'no answer (connect ECONNREFUSED)',
    ],
    [
      'a cause that the message tells',
      new Error('EventStoreDB: UNAVAILABLE', { cause: new Error('UNAVAILABLE') }),
      'EventStoreDB: UNAVAILABLE',
    ],
    [
      'a host of two addresses',
      new AggregateError([new Error('connect ::1'), new Error('connect 127.0.0.1')], ''),
      'connect ::1, connect 127.0.0.1',
    ],
    ['an error that says nothing', new TypeError(''), 'TypeError'],
    ['a thrown text', 'down', 'down'],
  ])('says in one line what is wrong with %s', (_, error, line) => {
    expect(messageOf(error)).toBe(line);
  });
});
