import { Rejection, StoreUnavailable } from '@kernel';
import { createReadStore, type ReadStore } from '@platform/read-store';
import { quiet, type TestReadStore, withReadStore } from '../../../../test/support/read-store';
import { KeyLimit, MOST_KEYS } from './key-limit';
import { keyMigrations } from './key.migrations';

let test: TestReadStore;
/** As in another process: separate connections to the same database. */
let elsewhere: ReadStore;
beforeAll(async () => {
  test = await withReadStore(keyMigrations);
  elsewhere = await createReadStore({ url: test.database.url, log: quiet, extraMigrations: keyMigrations });
});
afterAll(async () => {
  await elsewhere.close();
  await test.close();
});

const workspaceWith = async (keys: number): Promise<string> => {
  const workspace = await test.workspace('pro');
  for (let n = 0; n < keys; n += 1) await test.key(workspace);
  return workspace;
};
let made = 0;
const newId = () => `key_new_${(made += 1)}`;
const REFUSED = { kind: 'forbidden', code: 'limit_reached' };

describe('the limit of live keys', () => {
  it('gives the last place to exactly one of several processes, ahead of the read model', async () => {
    const workspace = await workspaceWith(MOST_KEYS - 1);
    const limits = [new KeyLimit(test.store), new KeyLimit(elsewhere)];
    const asked = await Promise.allSettled(
      Array.from({ length: 16 }, async (_, n) => limits[n % 2]?.within(workspace, newId(), async () => 'made')),
    );
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of asked) if (answer.status === 'rejected') expect(answer.reason).toMatchObject(REFUSED);
  });

  it('is reached exactly while the read model catches up', async () => {
    const workspace = await workspaceWith(MOST_KEYS - 10);
    const limits = [new KeyLimit(test.store), new KeyLimit(elsewhere)];
    const make = async (id: string) => void (await test.key(workspace, { id }));
    const asked = await Promise.allSettled(
      Array.from({ length: 40 }, async (_, n) => {
        const id = newId();
        return limits[n % 2]?.within(workspace, id, () => make(id));
      }),
    );
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  });

  it('counts neither revoked nor expired keys, nor those whose grace is over', async () => {
    const workspace = await workspaceWith(MOST_KEYS - 1);
    const [past, future] = [new Date(Date.now() - 1_000), new Date(Date.now() + 60_000)];
    for (const columns of [
      { revoked_at: past },
      { expiration: past },
      { grace_ends_at: past },
      { expiration: past, grace_ends_at: future },
    ])
      await test.key(workspace, columns);
    await new KeyLimit(test.store).within(workspace, newId(), async () => undefined);
    await expect(new KeyLimit(test.store).within(workspace, newId(), async () => undefined)).rejects.toMatchObject(
      REFUSED,
    );
  });

  it('counts keys in grace', async () => {
    const workspace = await workspaceWith(MOST_KEYS - 1);
    await test.key(workspace, { grace_ends_at: new Date(Date.now() + 60_000) });
    await expect(new KeyLimit(test.store).within(workspace, newId(), async () => undefined)).rejects.toMatchObject(
      REFUSED,
    );
  });

  it('frees a place when the key was rejected, keeps it when the outcome is unknown', async () => {
    const workspace = await workspaceWith(MOST_KEYS - 1);
    const limit = new KeyLimit(test.store);
    const fail = (error: Error) => () => Promise.reject(error);
    await expect(
      limit.within(workspace, newId(), fail(new Rejection('invalid', 'invalid_request', 'no'))),
    ).rejects.toMatchObject({ code: 'invalid_request' });
    const id = newId();
    await expect(limit.within(workspace, id, fail(new StoreUnavailable('lost')))).rejects.toThrow('lost');
    await expect(limit.within(workspace, newId(), async () => undefined)).rejects.toMatchObject(REFUSED);
    await expect(limit.within(workspace, id, async () => 'made')).resolves.toBe('made');
    await test.key(workspace, { id });
    await expect(limit.within(workspace, id, async () => 'repeated')).resolves.toBe('repeated');
  });

  it('frees a place that was not claimed within ten minutes', async () => {
    const workspace = await workspaceWith(MOST_KEYS - 1);
    const limit = new KeyLimit(test.store);
    await expect(
      limit.within(workspace, newId(), () => Promise.reject(new StoreUnavailable('killed'))),
    ).rejects.toThrow('killed');
    await test.owner.query(
      "UPDATE key_reservations SET reserved_at = reserved_at - interval '10 minutes' WHERE workspace_id = $1",
      [workspace],
    );
    await expect(limit.within(workspace, newId(), async () => 'made')).resolves.toBe('made');
  });

  it('of one workspace does not affect another', async () => {
    const [full, empty] = [await workspaceWith(MOST_KEYS), await workspaceWith(0)];
    await expect(new KeyLimit(test.store).within(full, newId(), async () => undefined)).rejects.toMatchObject(REFUSED);
    await expect(new KeyLimit(test.store).within(empty, newId(), async () => 'made')).resolves.toBe('made');
  });
});
