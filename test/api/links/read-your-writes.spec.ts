import { send } from '../../support/waymark';
import type { Link, List } from '../support/records';
import { useWorkspace } from '../support/workspace';

describe('after a 2xx to a write', () => {
  const workspace = useWorkspace();

  it('every get, list and redirect knows it: 300 links made, read, listed and followed without a miss', async () => {
    const misses: unknown[] = [];
    const one = async (n: number): Promise<void> => {
      const destination_url = `https://example.com/${n}`;
      const { body, headers } = await workspace.post<Link>('/v1/links', { destination_url });
      if (headers['waymark-pending']) return void misses.push([n, headers['waymark-pending']]);
      const [read, followed] = await Promise.all([workspace.get<Link>(`/v1/links/${body.id}`), send(workspace.product, 'GET', `/${body.alias}`)]);
      if (read.status !== 200 || followed.status !== 302 || followed.headers.location !== destination_url) misses.push([n, read.status, followed.status]);
    };
    const lane = async (first: number) => {
      for (let n = first; n < 300; n += 6) await one(n);
    };
    await Promise.all([0, 1, 2, 3, 4, 5].map(lane));
    expect(misses).toEqual([]);
    expect(await workspace.countLinks()).toBe(300);
  });

  it('a change and a deletion are followed at once', async () => {
    const { id, alias } = await workspace.createLink();
    for (let n = 0; n < 20; n += 1) {
      await workspace.patch(`/v1/links/${id}`, { destination_url: `https://example.com/${n}`, tags: [`t${n}`] });
      expect((await send(workspace.product, 'GET', `/${alias}`)).headers.location).toBe(`https://example.com/${n}`);
      expect((await workspace.get<List<Link>>(`/v1/links?tags=t${n}`)).body.meta.total).toBe(1);
    }
    await workspace.delete(`/v1/links/${id}`);
    expect((await send(workspace.product, 'GET', `/${alias}`)).status).toBe(404);
  });
});
