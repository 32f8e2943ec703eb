import { useClicks, aClickRow } from '../../../../test/support/analytics-store';
import type { Caller } from '../caller';
import type { LinkQueries } from '../links/link.queries';
import { only } from './filters';
import { VisibleWindows } from './visible-window';

const store = useClicks([
  aClickRow('2025-12-03 10:00:00.000', { workspace_id: 'ws_1', link_id: 'link_old' }),
  aClickRow('2026-11-01 10:00:00.000', { workspace_id: 'ws_1', link_id: 'link_new' }),
  aClickRow('2020-01-01 10:00:00.000', { workspace_id: 'ws_2', link_id: 'link_old' }),
]);
const MADE = '2026-10-01T00:00:00.000Z';
const links = { workspaceCreatedAt: () => Promise.resolve(MADE) } as unknown as LinkQueries;
const caller = (plan: 'free' | 'pro', workspaceId = 'ws_1') =>
  ({ subject: { workspaceId, plan }, now: '2026-11-21T12:00:00.000Z' }) as unknown as Caller;
type Of = VisibleWindows['of'] extends (client: never, ...of: infer Rest) => unknown ? Rest : never;
const windowOf = (...of: Of) => new VisibleWindows(links, { free: 30, pro: 0, enterprise: 0 }).of(store.client, ...of);
const begins = async (...of: Of) => new Date((await windowOf(...of)).window.start).toISOString();

describe('the visible part of the past', () => {
  it('begins, for range=all, on the day of the first click, which may be older than the workspace', async () =>
    expect(await begins({ range: 'all' }, caller('pro'))).toBe('2025-12-03T00:00:00.000Z'));

  it('begins on the day the workspace was created when no click is older', async () =>
    expect(await begins({ range: 'all' }, caller('pro', 'ws_none'))).toBe('2026-10-01T00:00:00.000Z'));

  it('begins with the first click of the resource in the route', async () =>
    expect(await begins({ range: 'all' }, caller('pro'), { link: only('link_new') }, '2026-11-02T00:00:00.000Z')).toBe(
      '2026-11-01T00:00:00.000Z',
    ));

  it('reaches back no further than the plan allows', async () => {
    expect(await windowOf({ range: '90d' }, caller('free'))).toMatchObject({ notBefore: Date.UTC(2026, 9, 22) });
    expect(await windowOf({ range: '90d' }, caller('pro'))).toMatchObject({ notBefore: 0 });
    expect(await begins({ range: 'all' }, caller('free'))).toBe('2026-10-01T00:00:00.000Z');
  });
});
