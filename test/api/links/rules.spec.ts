import { entriesAt } from '../support/history';
import type { Link } from '../support/records';
import { useWorkspace } from '../support/workspace';

interface Chosen extends Link {
  readonly rules: readonly object[];
  readonly variants: readonly object[];
}

const RULES = [
  {
    if: {
      after: '2026-01-01T00:00:00.000Z',
      before: '2027-01-01T00:00:00.000Z',
      browser: ['Safari', 'Chrome'],
      country: ['DE', 'at'],
      device: 'mobile',
      ip: ['192.0.2.0/24', '2001:db8::1'],
      language: 'de',
      os: 'iOS',
      query: { beta: true, ref: 'news letter' },
    },
    destination_url: 'https://example.com/r',
  },
];
const VARIANTS = [
  { destination_url: 'https://example.com/a', weight: 1 },
  { destination_url: 'https://example.com/b', weight: 1_000 },
];

describe('rules and variants of a link', () => {
  const workspace = useWorkspace();
  const read = (id: string) => workspace.get<Chosen>(`/v1/links/${id}`);
  const create = async () => (await workspace.createLink({ rules: RULES, variants: VARIANTS })) as Chosen;

  it('are returned as they were sent, at once and ever after', async () => {
    const link = await create();
    expect([link.rules, link.variants]).toEqual([RULES, VARIANTS]);
    expect((await read(link.id)).body).toEqual(link);
    expect(JSON.stringify((await read(link.id)).body.rules)).toBe(JSON.stringify(RULES));
  });

  it('have instants in UTC and each value once', async () => {
    const { rules } = (await workspace.createLink({
      rules: [
        {
          if: { after: '2026-01-01T01:00:00+01:00', os: ['iOS', ' iOS ', 'Android'], language: ['iw', 'de_AT'] },
          destination_url: 'https://example.com/r',
        },
      ],
    })) as Chosen;
    expect(rules).toEqual([
      {
        if: { after: '2026-01-01T00:00:00.000Z', language: ['he', 'de-AT'], os: ['iOS', 'Android'] },
        destination_url: 'https://example.com/r',
      },
    ]);
  });

  it('stay at their version when the same ones are sent again, with their keys in another order', async () => {
    const link = await create();
    const before = await read(link.id);
    const [{ if: conditions, destination_url }] = RULES as [(typeof RULES)[number]];
    const again = await workspace.patch<Chosen>(`/v1/links/${link.id}`, {
      variants: VARIANTS.map(({ destination_url: url, weight }) => ({ weight, destination_url: url })),
      rules: [{ destination_url, if: Object.fromEntries(Object.entries(conditions).reverse()) }],
    });
    expect([again.status, again.headers.etag, again.body]).toEqual([200, before.headers.etag, before.body]);
    expect(await entriesAt(workspace, `/v1/links/${link.id}/history`)).toHaveLength(1);
  });

  it.each([null, []])('are cleared by %j, and the history and as_of show them as they were', async (cleared) => {
    const link = await create();
    const { body } = await workspace.patch<Chosen>(`/v1/links/${link.id}`, { rules: cleared, variants: cleared });
    expect([body.rules, body.variants]).toEqual([[], []]);
    const [made, changed] = await entriesAt(workspace, `/v1/links/${link.id}/history`);
    expect(changed?.changes).toMatchObject({ rules: { from: RULES, to: [] }, variants: { from: VARIANTS, to: [] } });
    const past = await workspace.get<Chosen>(`/v1/links/${link.id}?as_of=${made?.at}`);
    expect([past.body.rules, past.body.variants]).toEqual([RULES, VARIANTS]);
  });

  it('may be as many as there may be', async () => {
    const conditions = { country: 'DE', os: Array.from({ length: 100 }, (_, n) => `os ${n}`) };
    const rules = Array.from({ length: 20 }, () => ({ if: conditions, destination_url: 'https://example.com/r' }));
    const link = (await workspace.createLink({ rules, variants: [...VARIANTS, ...VARIANTS] })) as Chosen;
    expect([link.rules, link.variants.length]).toEqual([rules, 4]);
  });
});
