import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { connectToDatabaseOf } from '../../faults/processes';
import { type Answer, type Product, startWaymark } from '../../support/waymark';
import { type Import, upload } from '../support/imports';
import { loseAnswers } from '../support/lost-answers';
import { expectProblem } from '../support/problems';
import { newWorkspace, type Workspace } from '../support/workspace';

type Headers = Readonly<Record<string, string>>;

describe('a repeat after a lost answer', () => {
  let product: Product;
  let workspace: Workspace;
  let database: Client;

  beforeAll(async () => {
    product = await startWaymark({ patient: true, env: { SIGNUP: 'open', TRUST_PROXY: 'loopback' } });
    workspace = await newWorkspace(product);
    database = await connectToDatabaseOf(product);
  });
  afterAll(async () => {
    await database.end();
    await product.stop();
  });

  /** @returns the lost answer, and that of a repeat under the same Idempotency-Key */
  const twice = async <T>(ask: (headers: Headers) => Promise<Answer<T>>): Promise<[Answer<T>, Answer<T>]> => {
    const headers = { 'idempotency-key': randomUUID() };
    const lost = await ask(headers);
    await loseAnswers(database);
    return [lost, await ask(headers)];
  };

  it('finds a link taken out of its campaign, and one that was never in it is a 404 both times', async () => {
    const { id } = await workspace.createCampaign();
    const detach = (linkId: string) =>
      twice((headers) => workspace.delete(`/v1/campaigns/${id}/links/${linkId}`, headers));
    const [link, stranger] = [await workspace.createLink({ campaign_id: id }), await workspace.createLink()];
    expect((await detach(link.id)).map(({ status }) => status)).toEqual([204, 204]);
    for (const answer of await detach(stranger.id)) expectProblem(answer, 404, 'not_found');
  });

  it('finds an import that it has cancelled', async () => {
    const links = Array.from({ length: 20_000 }, (_, n) => `https://example.com/${n}`);
    const { body } = await upload(workspace, ['destination_url', ...links].join('\n'));
    const answers = await twice((headers) =>
      workspace.post<Import>(`/v1/imports/${body.id}/cancel`, undefined, headers),
    );
    expect(answers.map(({ status, body: record }) => [status, record.status])).toEqual([
      [200, 'cancelled'],
      [200, 'cancelled'],
    ]);
    expectProblem(await workspace.post(`/v1/imports/${body.id}/cancel`), 409, 'invalid_state');
  });
});
