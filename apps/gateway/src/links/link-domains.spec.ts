import type { Pool } from 'pg';
import { LinkDomains } from './link-domains';
import { ShortHosts } from './short-hosts';

const PRIMARY = { id: 'dom_x', hostname: 'go.brand.example', workspace_id: 'ws_1', primary_since: '2026-01-01' };

/** A store whose first question waits until it is opened, and what was asked. */
const gated = (there: readonly object[]) => {
  const [asked, waiting]: [string[], (() => void)[]] = [[], []];
  const query = async (question: string | { readonly text: string }) => {
    if (typeof question === 'string') {
      asked.push(question);
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    return { rows: there, rowCount: there.length };
  };
  return {
    domains: new LinkDomains(new ShortHosts(['localhost:3000']), { system: { query } as unknown as Pool }),
    asked,
    open: () => waiting.splice(0).forEach((answer) => answer()),
  };
};

describe('domains of links, in a process that has just started', () => {
  it('are looked up for every body of the first moment, by one question', async () => {
    const { domains, asked, open } = gated([PRIMARY]);
    const bodies = Array.from({ length: 3 }, () => ({}));
    const prepared = Promise.all(bodies.map((body) => domains.prepare(body, 'ws_1')));
    open();
    await prepared;
    expect(bodies.map((body) => domains.homeOf(body).domain)).toEqual(bodies.map(() => PRIMARY.hostname));
    expect(asked).toHaveLength(1);
  });

  it('are not asked for again within a second where there are none', async () => {
    const { domains, asked, open } = gated([]);
    const first = domains.prepare({}, 'ws_1');
    open();
    await first;
    await domains.prepare({}, 'ws_1');
    expect(asked).toHaveLength(1);
  });
});
