import { linkDefaults } from '@contexts/links';
import { type RedirectIndex, type RedirectTarget, indexEntryOf } from '@apps/redirector';

/** Links for specs. */
export const someTarget = (fields: Partial<RedirectTarget> = {}): RedirectTarget => ({
  ...linkDefaults,
  id: `link_${(fields.alias ?? 'Summer').toLowerCase()}`,
  workspace_id: 'ws_1',
  domain_id: 'dom_default',
  domain: 'go.test',
  alias: 'Summer',
  destination_url: 'https://example.com/summer',
  disabled_at: null,
  archived_at: null,
  deleted_at: null,
  limit_reached: null,
  created_at: '2026-01-01T00:00:00.000Z',
  created_by: { type: 'user', id: 'usr_1' },
  updated_at: '2026-01-01T00:00:00.000Z',
  revision: '0',
  ...fields,
});

/** Writes links into an index at a position; other links stay. */
export const fill = (index: RedirectIndex, targets: readonly RedirectTarget[], position: bigint): Promise<void> =>
  index.write(new Map(targets.map((target) => [target.id, indexEntryOf(target)])), stepTo(position));

export const stepTo = (to: bigint) => ({
  from: -1n,
  to,
  mark: { store: 'store', position: to, event: null },
  parked: [],
  released: [],
  skipped: [],
});
