import { randomUUID } from 'node:crypto';
import { api } from '../../support/waymark';
import type { ApiKey, RotatedKey } from '../support/records';
import { useWorkspace } from '../support/workspace';
import { untilJudged } from '../../support/judged';

describe('PATCH /v1/api-keys/{id}', () => {
  const workspace = useWorkspace();
  const rename = (id: string, name: string, headers: Record<string, string> = {}) =>
    workspace.patch<ApiKey>(`/v1/api-keys/${id}`, { name }, headers);
  const etagOf = async (id: string): Promise<string> => (await workspace.get(`/v1/api-keys/${id}`)).headers.etag ?? '';

  it('renames a key and changes nothing else', async () => {
    const { key, ...record } = await workspace.createKey({ name: 'old', scope: 'read', expiration: '2099-01-01' });
    const before = await etagOf(record.id);
    const { status, body, headers } = await rename(record.id, ' new ');
    expect([status, body]).toEqual([200, { ...record, name: 'new' }]);
    expect(headers.etag).not.toBe(before);
    const stored = await workspace.get(`/v1/api-keys/${record.id}`);
    expect([stored.body, stored.headers.etag]).toEqual([body, headers.etag]);
    expect((await api(workspace.product, key).get('/v1/links')).status).toBe(200);
  });

  it('keeps the version when nothing changes', async () => {
    const { id } = await workspace.createKey({ name: 'same' });
    const before = await etagOf(id);
    for (const body of [{}, { name: 'same' }]) {
      const { status, headers } = await workspace.patch(`/v1/api-keys/${id}`, body);
      expect([status, headers.etag]).toEqual([200, before]);
    }
  });

  it('accepts If-Match with the version that was read, despite changes of a sibling', async () => {
    const first = await workspace.createKey({ name: 'lineage' });
    const second = (await workspace.post<RotatedKey>(`/v1/api-keys/${first.id}/rotate`)).body;
    const read = await etagOf(first.id);
    expect((await rename(second.id, 'sibling renamed')).status).toBe(200);
    const third = (await workspace.post<RotatedKey>(`/v1/api-keys/${second.id}/rotate`)).body;
    await workspace.post(`/v1/api-keys/${third.id}/revoke`);
    expect(await etagOf(first.id)).toBe(read);
    const { status, headers } = await rename(first.id, 'still mine', { 'if-match': read });
    expect(status).toBe(200);
    expect(await etagOf(first.id)).toBe(headers.etag);
    expect((await rename(first.id, 'once more', { 'if-match': `"99", ${headers.etag}` })).status).toBe(200);
    expect((await rename(first.id, 'any', { 'if-match': '*' })).status).toBe(200);
  });

  it('lets one of many requests with the same If-Match win while siblings change', async () => {
    const first = await workspace.createKey();
    const second = (await workspace.post<RotatedKey>(`/v1/api-keys/${first.id}/rotate`)).body;
    const read = await etagOf(first.id);
    const [mine] = await Promise.all([
      Promise.all(
        Array.from({ length: 4 }, (_, n) => {
          const headers = { 'if-match': read, 'idempotency-key': randomUUID() };
          return untilJudged(() => rename(first.id, `racer ${n}`, headers));
        }),
      ),
      (async () => {
        for (let n = 0; n < 4; n += 1) await rename(second.id, `noise ${n}`);
      })(),
    ]);
    expect(mine.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  });
});
