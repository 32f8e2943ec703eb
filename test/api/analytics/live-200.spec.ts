import { eventually } from '../../support/programs';
import { api, send } from '../../support/waymark';
import { type Click, shownClicks, visit } from '../support/clicks';
import { closeStreams, listen, type Listening } from '../support/events';
import { expectProblem } from '../support/problems';
import { newWorkspace, useWorkspace } from '../support/workspace';

describe('GET /v1/analytics/live', () => {
  const workspace = useWorkspace();
  afterEach(closeStreams);

  const clicksOf = ({ events }: Pick<Listening, 'events'>) => events.map(({ data }) => JSON.parse(data) as Click);

  it('sends a click as the list of clicks has it', async () => {
    const { alias, id } = await workspace.createLink({ tags: ['live'] });
    const stream = await listen(workspace);
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    await visit(workspace, alias);
    const [event] = await stream.until(1);
    expect(event).toMatchObject({ event: 'click', id: stream.lastId() });
    const [click] = clicksOf(stream);
    expect(click).toMatchObject({ link_id: id, tags: ['live'] });
    expect((await workspace.get<{ data: Click[] }>(`/v1/analytics/events?link=${id}`)).body.data).toEqual([click]);
  });

  it('sends every click once to each reader from its start on, and bots on request', async () => {
    const { alias, id } = await workspace.createLink();
    const first = await listen(workspace, `?link=${id}`);
    const all = await listen(workspace, `?link=${id}&include_bots=true`);
    const others = await listen(workspace, `?link=link_none`);
    for (let n = 0; n < 40; n += 1)
      await visit(workspace, alias, { from: `203.0.113.${n}`, ...(n % 4 === 0 && { agent: 'curl/8' }) });
    await first.until(30);
    const second = await listen(workspace, `?link=${id}`);
    const late = await listen(workspace, `?link=${id}`, { 'last-event-id': first.events[9]?.id ?? '' });
    for (let n = 0; n < 10; n += 1) await visit(workspace, alias, { from: `203.0.113.${n}` });
    await Promise.all([first.until(40), all.until(50), second.until(10), late.until(30)]);
    const ids = (stream: Listening) => clicksOf(stream).map((click) => click.id);
    expect(new Set(ids(all)).size).toBe(50);
    expect(clicksOf(all).filter(({ is_bot }) => is_bot)).toHaveLength(10);
    expect([ids(first).length, new Set(ids(first)).size]).toEqual([40, 40]);
    expect(ids(second)).toEqual(ids(first).slice(30));
    expect(ids(late)).toEqual(ids(first).slice(10));
    expect(others.events).toEqual([]);
  });

  it('resumes where it was left, also before the first click, without gap or repeat', async () => {
    const { alias, id } = await workspace.createLink();
    const seen: string[] = [];
    let last = '';
    for (let round = 0; round < 4; round += 1) {
      const stream = await listen(workspace, `?link=${id}`, last === '' ? {} : { 'last-event-id': last });
      // Of the first one only its start is read.
      if (round > 0) seen.push(...(await stream.until(3)).map(({ data }) => (JSON.parse(data) as Click).id));
      last = stream.lastId();
      stream.close();
      for (let n = 0; n < 3; n += 1) await visit(workspace, alias);
    }
    expect(seen).toHaveLength(9);
    expect(new Set(seen).size).toBe(9);
  });

  it('returns nothing of another workspace', async () => {
    const [mine, other] = [await workspace.createLink(), await newWorkspace()];
    const stream = await listen(other);
    const own = await listen(workspace, `?link=${mine.id}`);
    await visit(workspace, mine.alias);
    await own.until(1);
    const theirs = await other.createLink();
    await visit(other, theirs.alias);
    await stream.until(1);
    expect(clicksOf(stream).map(({ link_id }) => link_id)).toEqual([theirs.id]);
  });

  it('sends no more clicks to a revoked key, and says why it ends', async () => {
    const { alias } = await workspace.createLink();
    const key = await workspace.createKey({ scope: 'Read' });
    const [revoked, other] = [await listen({ ...workspace, token: key.key }), await listen(workspace)];
    await visit(workspace, alias);
    await Promise.all([revoked.until(1), other.until(1)]);
    expect((await workspace.post(`/v1/api-keys/${key.id}/revoke`)).status).toBe(200);
    await visit(workspace, alias);
    await other.until(2);
    await eventually(() => expect(revoked.ended()).toBe(true));
    expect(revoked.events.map(({ event, data }) => (event === 'end' ? data : event))).toEqual([
      'click',
      '{"reason":"unauthorized"}',
    ]);
  });

  it('ends the stream of a revoked key although no click comes', async () => {
    const other = await newWorkspace();
    const key = await other.createKey({ scope: 'Read' });
    const [revoked, own] = [await listen({ ...other, token: key.key }), await listen(other)];
    expect((await other.post(`/v1/api-keys/${key.id}/revoke`)).status).toBe(200);
    expect((await revoked.until(1)).map(({ data }) => data)).toEqual(['{"reason":"unauthorized"}']);
    expect(own.events).toEqual([]);
  });

  it('takes a key in the query, as browsers need it', async () => {
    const { product, token } = workspace;
    const { response } = await listen({ ...workspace, token: '' }, `?api_key=${token}`);
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
    expect((await send(product, 'HEAD', `/v1/analytics/live?api_key=${token}`)).headers).toMatchObject({
      'content-type': 'text/event-stream',
      warning: expect.stringContaining('api_key'),
    });
  });

  it('is open at most 20 times per workspace', async () => {
    const other = await newWorkspace();
    const streams: Listening[] = [];
    for (let n = 0; n < 20; n += 1) streams.push(await listen(other));
    expectProblem(await other.get('/v1/analytics/live'), 429, 'rate_limited');
    expect(
      (await send(other.product, 'HEAD', '/v1/analytics/live', { headers: { authorization: `Bearer ${other.token}` } }))
        .status,
    ).toBe(200);
    streams[7]?.close();
    await eventually(async () => expect((await listen(other)).response.statusCode).toBe(200));
  });

  it('is not logged as a slow request', async () => {
    const stream = await listen(workspace);
    stream.close();
    const { text } = await send(workspace.product, 'GET', '/metrics');
    expect(text).toContain('route="/v1/links"');
    expect(text).not.toContain('route="/v1/analytics/live",status="200"');
  });

  it('counts as one request of the rate limit', async () => {
    const key = await workspace.createKey({ scope: 'Read' });
    const stream = await listen({ ...workspace, token: key.key });
    await eventually(async () =>
      expect(
        (await api(workspace.product, workspace.token).get<{ request_count: number }>(`/v1/api-keys/${key.id}`)).body
          .request_count,
      ).toBe(1),
    );
    stream.close();
  });

  it('sends exactly the clicks that the list has', async () => {
    const other = await newWorkspace();
    const { alias } = await other.createLink();
    const stream = await listen(other);
    await Promise.all(Array.from({ length: 600 }, (_, n) => visit(other, alias, { from: `203.0.113.${n % 250}` })));
    await stream.until(600);
    expect(
      clicksOf(stream)
        .map(({ id }) => id)
        .sort(),
    ).toEqual((await shownClicks(other, 600)).map(({ id }) => id).sort());
  });
});
