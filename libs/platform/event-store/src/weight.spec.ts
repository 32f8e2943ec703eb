import { weightOf } from './weight';

describe('the weight of the data of an event', () => {
  const long = 'k'.repeat(250);

  it.each<[string, unknown]>([
    ['a text', long],
    ['a text within', { rules: [{ to: long }] }],
    ['a name within', { rules: [{ [long]: true }] }],
    ['bytes', Buffer.from(long)],
  ])('has %s', (_, data) => expect(weightOf(data)).toBeGreaterThanOrEqual(250));

  it('is small for numbers and nothing', () => expect(weightOf({ at: 1, none: null })).toBeLessThan(100));
});
