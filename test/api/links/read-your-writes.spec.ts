import { randomUUID } from 'node:crypto';
import { eventually } from '../../support/programs';
import { type Answer, send } from '../../support/waymark';
import type { Link, List } from '../support/records';
import { useWorkspace } from '../support/workspace';
import { untilJudged } from '../../support/judged';
import { followed } from '../support/product';

/** The answer says that reads may be behind, as the contract allows for processors that lag by more than 2 s. */
const isPending = ({ headers }: Answer): boolean => headers['waymark-pending'] !== undefined;

describe('after a 2xx to a write', () => {
  const workspace = useWorkspace();

  it('300 links are read, listed and followed without a miss, unless the write said that they may lag', async () => {
    const misses: unknown[] = [];
    let judged = 0;
    const one = async (n: number): Promise<void> => {
      const destination_url = `https://example.com/${n}`;
      const headers = { 'idempotency-key': randomUUID() };
      const made = await untilJudged(() => workspace.post<Link>('/v1/links', { destination_url }, headers));
      if (isPending(made)) return;
      judged += 1;
      const { body } = made;
      const [read, followed] = await Promise.all([
        workspace.get<Link>(`/v1/links/${body.id}`),
        send(workspace.product, 'GET', `/${body.alias}`),
      ]);
      if (read.status !== 200 || followed.status !== 302 || followed.headers.location !== destination_url)
        misses.push([n, read.status, followed.status]);
    };
    const lane = async (first: number) => {
      for (let n = first; n < 300; n += 6) await one(n);
    };
    await Promise.all([0, 1, 2, 3, 4, 5].map(lane));
    expect(misses).toEqual([]);
    expect(judged).toBeGreaterThan(0);
    await eventually(async () => expect(await workspace.countLinks()).toBe(300));
  });

  it('a change and a deletion are visible at once', async () => {
    const { id, alias } = await workspace.createLink();
    for (let n = 0; n < 20; n += 1) {
      if (
        isPending(
          await workspace.patch(`/v1/links/${id}`, { destination_url: `https://example.com/${n}`, tags: [`t${n}`] }),
        )
      )
        continue;
      const destination = `https://example.com/${n}`;
      await followed(async () =>
        expect((await send(workspace.product, 'GET', `/${alias}`)).headers.location).toBe(destination),
      );
      expect((await workspace.get<List<Link>>(`/v1/links?tags=t${n}`)).body.meta.total).toBe(1);
    }
    if (!isPending(await workspace.delete(`/v1/links/${id}`)))
      await followed(async () => expect((await send(workspace.product, 'GET', `/${alias}`)).status).toBe(404));
  });
});
