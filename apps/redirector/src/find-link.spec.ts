import { type TestReadStore, insert, withReadStore } from '../../../test/support/read-store';
import { someTarget } from '../../../test/support/redirect-targets';
import { findLinkIn } from './find-link';
import { LookupUnavailable } from './missing-links';

let test: TestReadStore;
const link = someTarget();
const NOW = '2026-01-01T00:00:00.000Z';

beforeAll(async () => {
  test = await withReadStore();
  const { rules, variants, ...columns } = link;
  await insert(test.owner, 'links', {
    ...columns,
    created_by: JSON.stringify(link.created_by),
    rules: JSON.stringify(rules),
    variants: JSON.stringify(variants),
  });
  await insert(test.owner, 'checkpoints', { read_model: 'links', position: 5, updated_at: NOW });
});
afterAll(() => test.close());

const find = (parkedAt?: bigint) =>
  findLinkIn(test.store.system, { parkedAt: () => parkedAt })('dom_default', 'Summer');

describe('a link that the index lacks', () => {
  it('is found in the read model, as the index would have it', async () => {
    expect(await find()).toMatchObject({ id: link.id, destination_url: link.destination_url });
    expect(await find()).not.toHaveProperty('parked');
  });

  it('inherits the utm fields of its campaign, until that is deleted', async () => {
    const times = { created_at: NOW, updated_at: NOW, revision: 0 };
    const campaign = { id: 'cmp_1', workspace_id: link.workspace_id, name: 'Summer', status: 'ended', ...times };
    await insert(test.owner, 'campaigns', { ...campaign, utm_source: 'poster', utm_campaign: 'summer' });
    await test.owner.query("update links set campaign_id = 'cmp_1', utm_source = 'own'");
    expect(await find()).toMatchObject({ utm_source: 'own', utm_medium: null, utm_campaign: 'summer' });
    expect(await find()).not.toHaveProperty('campaign');
    await test.owner.query('update campaigns set deleted_at = now()');
    expect(await find()).toMatchObject({ utm_source: 'own', utm_campaign: null });
    await test.owner.query('update links set campaign_id = null, utm_source = null');
  });

  it('does not redirect while the read model may lack events that the index has parked', async () => {
    await expect(find(6n)).rejects.toThrow(LookupUnavailable);
    expect(await find(5n)).not.toBeNull();
  });

  it('is not found while its workspace is deleted', async () => {
    const workspace = {
      id: link.workspace_id,
      name: 'Acme',
      plan: 'pro',
      created_at: NOW,
      updated_at: NOW,
      revision: 0,
    };
    await insert(test.owner, 'workspaces', { ...workspace, deleted_at: NOW });
    expect(await find()).toBeNull();
    await test.owner.query('update workspaces set deleted_at = null');
    expect(await find()).not.toBeNull();
  });

  it('leads nowhere while its workspace is parked, which may have been deleted', async () => {
    const parked = { read_model: 'workspaces', stream: 'workspace-1', position: 3, cause: 'x', parked_at: NOW };
    await insert(test.owner, 'parked_streams', parked);
    await expect(find()).rejects.toThrow(LookupUnavailable);
    await test.owner.query('delete from parked_streams');
    expect(await find()).not.toBeNull();
  });

  it('does not redirect while it is parked in the read model, which may still hold a deleted link', async () => {
    const stream = 'link-summer';
    await insert(test.owner, 'parked_streams', {
      read_model: 'links',
      stream,
      position: 3,
      cause: 'x',
      parked_at: NOW,
    });
    await expect(find()).rejects.toThrow(LookupUnavailable);
  });
});
