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

  it('does not redirect while the read model may lack events that the index has parked', async () => {
    await expect(find(6n)).rejects.toThrow(LookupUnavailable);
    expect(await find(5n)).not.toBeNull();
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
