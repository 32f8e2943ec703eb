import { justBefore, withoutCounters } from '../support/history';
import { expectProblem, locationsOf } from '../support/problems';
import type { ApiKey } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';

interface DatedKey extends ApiKey {
  readonly created_at: string;
  readonly revoked_at: string | null;
}

describe('GET /v1/api-keys/{id}?as_of=', () => {
  const workspace = useWorkspace();
  const at = (id: string, instant: string) => workspace.get<DatedKey>(`/v1/api-keys/${id}?as_of=${instant}`);
  const createKey = async (): Promise<DatedKey> => {
    const { key: _, ...made } = await workspace.createKey();
    return made;
  };

  it('shows a revoked key as active until its revocation, and as revoked from that instant on', async () => {
    const made = await createKey();
    const revoked = (await workspace.post<DatedKey>(`/v1/api-keys/${made.id}/revoke`)).body;
    expect((await at(made.id, made.created_at)).body).toEqual(withoutCounters(made));
    expect((await at(made.id, justBefore(revoked.revoked_at!))).body).toEqual(withoutCounters(made));
    expect((await at(made.id, revoked.revoked_at!)).body).toEqual(withoutCounters(revoked));
  });

  it("answers 404 before the key's creation, and for another workspace's key", async () => {
    const { id, created_at } = await createKey();
    expectProblem(await at(id, justBefore(created_at)), 404, 'not_found');
    const foreign = await (await newWorkspace()).createKey();
    expectProblem(await at(foreign.id, new Date().toISOString()), 404, 'not_found');
  });

  it('refuses a future instant and an invalid timestamp', async () => {
    const { id } = await createKey();
    expect(locationsOf(await at(id, new Date(Date.now() + 60_000).toISOString()))).toEqual(['query.as_of']);
    expect(locationsOf(await at(id, 'now'))).toEqual(['query.as_of']);
  });
});
