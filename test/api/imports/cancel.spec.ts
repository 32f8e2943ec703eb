import { eventually } from '../../support/programs';
import { type Import, imported, upload } from '../support/imports';
import { expectProblem } from '../support/problems';
import { newWorkspace, useWorkspace } from '../support/workspace';

const U = 'https://example.com/';
const many = `destination_url\n${Array.from({ length: 30_000 }, (_, n) => `${U}${n}`).join('\n')}\n`;

describe('an import', () => {
  const workspace = useWorkspace();

  it('makes no more links once it is cancelled, and counts those that it made', async () => {
    const { body } = await upload(workspace, many);
    await eventually(async () =>
      expect((await workspace.get<Import>(`/v1/imports/${body.id}`)).body.created).toBeGreaterThan(0),
    );
    const { status, body: cancelled } = await workspace.post<Import>(`/v1/imports/${body.id}/cancel`);
    expect([status, cancelled.status, cancelled.total]).toEqual([200, 'cancelled', 30_000]);
    const links = await eventually(async () => {
      const count = await workspace.countLinks();
      expect(count).toBe(cancelled.created);
      return count;
    });
    expect(links).toBeLessThan(30_000);
    expect(await imported(workspace, `destination_url\n${U}\n`)).toMatchObject({ created: 1 });
    await eventually(async () => expect(await workspace.countLinks()).toBe(links + 1));
  });

  it('that has ended cannot be cancelled', async () => {
    const { id } = await imported(workspace, `destination_url\n${U}\n`);
    expectProblem(await workspace.post(`/v1/imports/${id}/cancel`), 409, 'invalid_state');
  });

  it('waits for others of its workspace, of which there are ten at most', async () => {
    const other = await newWorkspace();
    const ids: string[] = [];
    for (let n = 0; n < 10; n += 1) ids.push((await upload(other, many)).body.id);
    expectProblem(await upload(other, many), 403, 'limit_reached');
    const running = await Promise.all(
      ids.map(async (id) => (await other.get<Import>(`/v1/imports/${id}`)).body.status),
    );
    expect(running.filter((status) => status === 'running').length).toBeLessThanOrEqual(1);
    for (const id of ids.toReversed())
      expect((await other.post<Import>(`/v1/imports/${id}/cancel`)).body.status).toBe('cancelled');
    expect((await upload(other, `destination_url\n${U}\n`)).status).toBe(202);
  });
});
