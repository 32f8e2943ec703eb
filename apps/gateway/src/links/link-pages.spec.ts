import type { Segment } from './link-order';
import { listed } from './link-pages';

describe('a page that begins behind a segment of a list', () => {
  it('begins with the next segment where the first one has grown since it was read', async () => {
    const [clicked, others] = ['clicked', 'others'] as unknown as readonly [Segment, Segment];
    const asked: unknown[] = [];
    const some = async (segment: Segment, limit: number, skip: number) => {
      asked.push([segment, limit, skip]);
      return segment === others ? ['other'] : [];
    };
    // The page begins after 50 rows: all that the first segment had.
    const rows = await listed([clicked, others], { page: 3, limit: 25 }, some, async () => 51);
    expect(rows).toEqual(['other']);
    expect(asked).toEqual([
      [clicked, 25, 50],
      [others, 25, 0],
    ]);
  });
});
