import { entriesAt, typesOf, withoutCounters } from '../support/history';
import type { ApiKey } from '../support/records';
import { useWorkspace } from '../support/workspace';

describe('GET /v1/api-keys/{id}/history', () => {
  const workspace = useWorkspace();

  it('lists creation and revocation, with actor and request', async () => {
    const { key: _, ...made } = await workspace.createKey({ name: 'CMS', scope: 'Read', expiration: '2099-01-01' });
    await workspace.post(`/v1/api-keys/${made.id}/revoke`, {}, { 'x-request-id': 'req_end' });
    const [created, revoked, ...more] = await entriesAt(workspace, `/v1/api-keys/${made.id}/history`);
    expect(more).toEqual([]);
    expect(created?.changes).toEqual(
      Object.fromEntries(Object.entries(withoutCounters(made)).map(([field, to]) => [field, { from: null, to }])),
    );
    expect(created).toMatchObject({ type: 'api_key.created', actor: { type: 'user', id: workspace.owner.user.id } });
    expect(revoked).toMatchObject({ type: 'api_key.revoked', request_id: 'req_end', actor: { type: 'api_key' } });
    expect(revoked?.changes).toEqual({
      status: { from: 'active', to: 'revoked' },
      revoked_at: { from: null, to: revoked?.at },
    });
  });

  it('never shows the key, its hash or the pepper', async () => {
    const { id, key } = await workspace.createKey();
    await workspace.post(`/v1/api-keys/${id}/revoke`);
    for (const query of ['', '?lineage=true']) {
      const { text } = await workspace.get(`/v1/api-keys/${id}/history${query}`);
      expect(text).not.toContain(key.slice(13));
      expect(text).not.toMatch(/hash|pepper|token|[0-9a-f]{64}/);
    }
  });

  it('names the key in every entry of its lineage', async () => {
    const { id } = await workspace.createKey();
    const entries = await entriesAt(workspace, `/v1/api-keys/${id}/history?lineage=true`);
    expect(typesOf(entries)).toEqual(['api_key.created']);
    expect(entries[0]?.key_id).toBe(id);
  });

  it("has one entry per rotation in the lineage, with the new key and the old one's status", async () => {
    const { id } = await workspace.createKey({ name: 'CMS' });
    await workspace.user.patch(`/v1/api-keys/${id}`, { name: 'Export' });
    const {
      body: { id: successor },
    } = await workspace.user.post<ApiKey>(`/v1/api-keys/${id}/rotate`);
    const lineage = await entriesAt(workspace, `/v1/api-keys/${successor}/history?lineage=true`);
    expect(lineage.map(({ type, key_id }) => [type, key_id])).toEqual([
      ['api_key.created', id],
      ['api_key.renamed', id],
      ['api_key.rotated', successor],
    ]);
    expect(lineage[1]?.changes).toEqual({ name: { from: 'CMS', to: 'Export' } });
    expect(lineage[2]?.changes).toMatchObject({
      id: { from: null, to: successor },
      rotated_from: { from: null, to: id },
    });
    expect(lineage[2]?.previous).toEqual({
      key_id: id,
      changes: {
        status: { from: 'active', to: 'grace' },
        rotated_to: { from: null, to: successor },
        grace_ends_at: { from: null, to: expect.stringMatching(/Z$/) },
      },
    });
    expect(await entriesAt(workspace, `/v1/api-keys/${id}/history?lineage=true`)).toEqual(lineage);
    expect(typesOf(await entriesAt(workspace, `/v1/api-keys/${successor}/history`))).toEqual(['api_key.rotated']);
    expect(typesOf(await entriesAt(workspace, `/v1/api-keys/${id}/history`))).toEqual([
      'api_key.created',
      'api_key.renamed',
      'api_key.rotated',
    ]);
  });

  it('allows a Read key', async () => {
    const reader = await workspace.createKey({ scope: 'Read' });
    const { status } = await workspace.get<ApiKey>(`/v1/api-keys/${reader.id}/history`, {
      authorization: `Bearer ${reader.key}`,
    });
    expect(status).toBe(200);
  });
});
