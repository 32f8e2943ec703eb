import { randomUUID } from 'node:crypto';
import { send } from '../../support/waymark';
import { expectProblem, locationsOf } from '../support/problems';
import type { Link } from '../support/records';
import { useWorkspace } from '../support/workspace';
import { untilJudged } from '../../support/judged';

describe('PATCH /v1/links/{id} is refused', () => {
  const workspace = useWorkspace();
  const unchanged = async (link: Link) => expect((await workspace.get(`/v1/links/${link.id}`)).body).toEqual(link);

  it.each([
    [{ alias: 'other' }, ['body.alias']],
    [{ domain: 'localhost' }, ['body.domain']],
    [{ id: 'link_x' }, ['body.id']],
    [{ status: 'disabled' }, ['body.status']],
    [{ password: 'abc' }, ['body.password']],
    [{ redirect_type: 303 }, ['body.redirect_type']],
    [{ expires_at: 'tomorrow' }, ['body.expires_at']],
    [{ starts_at: '2027-01-01T00:00:00Z', expires_at: '2027-01-01T00:00:00Z' }, ['body.expires_at']],
    [{ click_limit: 0 }, ['body.click_limit']],
    [{ clicks: 0 }, ['body.clicks']],
    [{ destination_url: null }, ['body.destination_url']],
    [{ destination_url: 'javascript:1' }, ['body.destination_url']],
    [{ title: '' }, ['body.title']],
    [{ tags: ['ok', 1], utm_source: 2, colour: 3 }, ['body.colour', 'body.tags[1]', 'body.utm_source']],
    [[], ['body']],
    ['null', ['body']],
    [undefined, ['body']],
    ['{', ['body']],
  ])('for %j', async (body, locations) => {
    const link = await workspace.createLink({ title: 'kept' });
    expect(
      locationsOf(await workspace.patch(`/v1/links/${link.id}`, body, { 'content-type': 'application/json' })),
    ).toEqual(locations);
    await unchanged(link);
  });

  it.each(['destination_url', 'expired_url'])('for a %s that leads back to us', async (field) => {
    const link = await workspace.createLink();
    expectProblem(
      await workspace.patch(`/v1/links/${link.id}`, { [field]: `${workspace.product.url}/x` }),
      400,
      'redirect_loop',
    );
    await unchanged(link);
  });

  it.each([
    [{ expires_at: '2027-01-01T00:00:00Z' }, 'body.expires_at'],
    [{ starts_at: '2027-02-01T00:00:00Z' }, 'body.starts_at'],
  ])('for %j, which leaves no time between start and end', async (body, location) => {
    const link = await workspace.createLink({ starts_at: '2027-01-01T00:00:00Z', expires_at: '2027-02-01T00:00:00Z' });
    expect(locationsOf(await workspace.patch(`/v1/links/${link.id}`, body))).toEqual([location]);
    await unchanged(link);
  });

  it('with 412 when the version is not the current one', async () => {
    const link = await workspace.createLink();
    const { headers } = await workspace.get(`/v1/links/${link.id}`);
    const changed = await workspace.patch<Link>(
      `/v1/links/${link.id}`,
      { title: 'first' },
      { 'if-match': headers.etag },
    );
    for (const match of [headers.etag, '"nonsense"', `W/${changed.headers.etag}`, '""']) {
      expectProblem(
        await workspace.patch(`/v1/links/${link.id}`, { title: 'second' }, { 'if-match': match }),
        412,
        'revision_mismatch',
      );
    }
    await unchanged(changed.body);
  });

  it('with 412 for all but one of several concurrent edits of a version', async () => {
    const link = await workspace.createLink();
    const { headers } = await workspace.get(`/v1/links/${link.id}`);
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => {
        const once = { 'if-match': headers.etag, 'idempotency-key': randomUUID() };
        return untilJudged(() => workspace.patch(`/v1/links/${link.id}`, { title: `n${n}` }, once));
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(15).fill(412)]);
  });

  it('with 404 before the body is checked', async () => {
    const unknown = '/v1/links/link_00000000000000000000000000';
    expectProblem(await workspace.patch(unknown, { colour: 1 }), 404, 'not_found');
    expectProblem(await workspace.patch(unknown, '{', { 'content-type': 'application/json' }), 404, 'not_found');
    expectProblem(await workspace.patch(unknown, { title: 'fine' }), 404, 'not_found');
    expectProblem(await workspace.patch(unknown, { title: 'fine' }, { 'if-match': '"0"' }), 404, 'not_found');
    expectProblem(await workspace.patch('/v1/links/nonsense', { colour: 1 }), 404, 'not_found');
  });

  it('with 404 for an id of another kind, whatever the body', async () => {
    const { id } = await workspace.createKey();
    for (const body of [{ colour: 1 }, { title: 'fine' }])
      expectProblem(await workspace.patch(`/v1/links/${id}`, body), 404, 'not_found');
  });

  it('with 415 and 413 before 404', async () => {
    const unknown = '/v1/links/link_00000000000000000000000000';
    expectProblem(await workspace.patch(unknown, 'x', { 'content-type': 'text/plain' }), 415, 'unsupported_media_type');
    expectProblem(await workspace.patch(unknown, { title: 'x'.repeat(2_000_000) }), 413, 'payload_too_large');
  });

  it('to a Read key', async () => {
    const link = await workspace.createLink();
    const { key } = await workspace.createKey({ scope: 'Read' });
    for (const method of ['PATCH', 'DELETE']) {
      const answer = await send(workspace.product, method, `/v1/links/${link.id}`, {
        body: method === 'PATCH' ? { title: 'x' } : undefined,
        headers: { 'x-api-key': key },
      });
      expect(expectProblem(answer, 403, 'insufficient_scope')).toMatchObject({ required_scope: 'Read + Write' });
    }
    await unchanged(link);
  });
});
