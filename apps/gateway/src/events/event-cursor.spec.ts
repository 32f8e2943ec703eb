import { decodeCursor, encodeCursor } from './event-cursor';

const cursorOf = (at: string) => encodeCursor({ at, revision: '1', id: 'link-x/1' });

describe('the cursor of a list of events', () => {
  it('is what it was made of', () =>
    expect(decodeCursor(cursorOf('2028-02-29T23:59:59.999Z'))).toEqual({
      at: '2028-02-29T23:59:59.999Z',
      revision: '1',
      id: 'link-x/1',
    }));

  it.each([
    '2026-02-30T00:00:00.000Z',
    '0000-01-01T00:00:00.000Z',
    '2026-01-01T24:00:00.000Z',
    '2026-13-01T00:00:00.000Z',
  ])('is none at %s, a time that Postgres does not know', (at) => expect(decodeCursor(cursorOf(at))).toBeNull());
});
