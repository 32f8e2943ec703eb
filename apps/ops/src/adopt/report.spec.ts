import type { Rebuilt } from '@platform/read-store';
import { reportOf } from './report';

const adopted = (changed: number, listed: number) =>
  reportOf({
    why: 'it is an older copy',
    storeId: 'store',
    workspaces: [],
    rebuilt: [
      {
        name: 'links',
        result: {
          counts: { missing: 0, extra: changed, differing: 0 },
          examples: Array.from({ length: listed }, (_, nth) => ({
            id: `link_${nth}`,
            kind: 'extra',
            fields: [],
            shown: { domain: 'go.test', alias: `a${nth}` },
          })),
          parked: [],
        } as unknown as Rebuilt,
      },
    ],
    restarted: [],
  });

it('an adoption lists the links that changed, and says how many it does not list', () => {
  const { lines, value } = adopted(5_000_000, 2);
  expect(lines.slice(1, 5)).toEqual([
    '5000000 links have changed:',
    '  gone       link_0  go.test/a0',
    '  gone       link_1  go.test/a1',
    '  and 4999998 more',
  ]);
  expect(value).toMatchObject({ links_not_listed: 4_999_998 });
  expect(adopted(2, 2).lines).not.toContain('  and 0 more');
  expect(adopted(0, 0).lines[1]).toBe('No link has changed.');
});
