import { randomUUID } from 'node:crypto';
import { untilJudged } from '../../support/judged';
import { expectProblem } from '../support/problems';
import type { List, Webhook } from '../support/records';
import { useWorkspace } from '../support/workspace';

describe('the twenty webhooks of a workspace', () => {
  const workspace = useWorkspace();

  it('are never exceeded by racing requests; paused ones count, and deleted ones do not', async () => {
    const body = { url: 'https://hooks.example.com/', events: ['*'], active: false };
    const create = () => {
      const headers = { 'idempotency-key': randomUUID() };
      return untilJudged(() => workspace.post<Webhook>('/v1/webhooks', body, headers));
    };
    const answers = await Promise.all(Array.from({ length: 25 }, create));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(5);
    for (const answer of refused) expectProblem(answer, 403, 'limit_reached');
    const list = async () => (await workspace.get<List<Webhook>>('/v1/webhooks?limit=1')).body;
    const { data, meta } = await list();
    expect(meta.total).toBe(20);
    expect((await workspace.delete(`/v1/webhooks/${data[0]?.id}`)).status).toBe(204);
    expect((await Promise.all([create(), create()])).map(({ status }) => status).sort()).toEqual([201, 403]);
    expect((await list()).meta.total).toBe(20);
  });
});
