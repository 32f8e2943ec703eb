import { randomUUID } from 'node:crypto';
import { type Answer, send } from '../../support/waymark';
import { entriesAt, typesOf } from '../support/history';
import { untilJudged } from '../../support/judged';
import { expectProblem, locationsOf } from '../support/problems';
import type { Link, List } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';

const URL = 'https://example.com/';
const RACERS = 32;
const newKey = () => ({ 'idempotency-key': randomUUID() });

describe('an external id', () => {
  const workspace = useWorkspace();
  const post = (fields: object, headers = {}) =>
    workspace.post<Link>('/v1/links', { destination_url: URL, ...fields }, headers);

  it('is unique in its workspace, deleted links included', async () => {
    const { id } = await workspace.createLink({ external_id: 'unique' });
    expect(expectProblem(await post({ external_id: 'unique' }), 409, 'conflict')).toMatchObject({
      existing_link_id: id,
    });
    await workspace.delete(`/v1/links/${id}`);
    expect(expectProblem(await post({ external_id: 'unique' }), 409, 'conflict')).toMatchObject({
      existing_link_id: id,
    });
    expect((await post({ external_id: 'Unique' })).status).toBe(201);
    const other = await newWorkspace();
    expect((await other.createLink({ external_id: 'unique' })).id).not.toBe(id);
  });

  it('is unique for edits, too, and free once its link has another one', async () => {
    const [one, two] = [await workspace.createLink({ external_id: 'edit-1' }), await workspace.createLink()];
    const give = (id: string, external_id: string | null) => workspace.patch<Link>(`/v1/links/${id}`, { external_id });
    expect(expectProblem(await give(two.id, 'edit-1'), 409, 'conflict')).toMatchObject({ existing_link_id: one.id });
    expect((await give(one.id, 'edit-1')).headers.etag).toBe('"0"');
    expect((await give(one.id, 'edit-2')).status).toBe(200);
    expect((await give(two.id, 'edit-1')).body).toMatchObject({ external_id: 'edit-1' });
    expectProblem(await give(one.id, 'edit-1'), 409, 'conflict');
    expect((await give(two.id, null)).body).toMatchObject({ external_id: null });
    expect((await give(one.id, 'edit-1')).status).toBe(200);
  });

  it('is not lost to a request that was refused', async () => {
    const { alias } = await workspace.createLink();
    expectProblem(await post({ alias, external_id: 'refused' }), 409, 'alias_taken');
    const link = await workspace.createLink();
    expectProblem(
      await workspace.patch(`/v1/links/${link.id}`, { external_id: 'refused' }, { 'if-match': '"9"' }),
      412,
      'revision_mismatch',
    );
    const unknown = '/v1/links/link_0123456789abcdefghjkmnpqrs';
    expectProblem(await workspace.patch(unknown, { external_id: 'refused' }), 404, 'not_found');
    expect((await post({ external_id: 'refused' })).status).toBe(201);
  });

  it('is found by search', async () => {
    const { id } = await workspace.createLink({ external_id: 'CMS-Needle' });
    const { data } = (await workspace.get<List<Link>>('/v1/links?search=cms-needle')).body;
    expect(data.map((link) => link.id)).toEqual([id]);
  });

  it(`goes to one of ${RACERS} links that ask for it at once, made and edited`, async () => {
    const made = await Promise.all(
      Array.from({ length: RACERS }, () => {
        const headers = newKey();
        return untilJudged(() => post({ external_id: 'race-1' }, headers));
      }),
    );
    expect(made.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(RACERS - 1).fill(409)]);
    const links = await Promise.all(Array.from({ length: RACERS }, () => workspace.createLink()));
    const edited = await Promise.all(
      links.map(({ id }) => {
        const headers = newKey();
        return untilJudged(() => workspace.patch(`/v1/links/${id}`, { external_id: 'race-2' }, headers));
      }),
    );
    expect(edited.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(RACERS - 1).fill(409)]);
    for (const external_id of ['race-1', 'race-2']) {
      const { data } = (await workspace.get<List<Link>>(`/v1/links?search=${external_id}`)).body;
      expect(data).toHaveLength(1);
    }
  });
});

describe('PUT /v1/links/by-external-id/{external_id}', () => {
  const workspace = useWorkspace();
  const put = (externalId: string, body: object, headers = {}) =>
    send<Link>(workspace.product, 'PUT', `/v1/links/by-external-id/${encodeURIComponent(externalId)}`, {
      body,
      headers: { authorization: `Bearer ${workspace.token}`, ...headers },
    });

  it('creates a link, then merges like a PATCH', async () => {
    const made = await put('put-1', { destination_url: URL, title: 'One', tags: ['a'], utm_term: null });
    expect([made.status, made.headers.location]).toEqual([201, `/v1/links/${made.body.id}`]);
    expect(made.body).toMatchObject({ external_id: 'put-1', title: 'One' });
    const merged = await put('put-1', { tags: null, utm_source: 'mail' });
    expect([merged.status, merged.body]).toMatchObject([
      200,
      { id: made.body.id, title: 'One', tags: [], utm_source: 'mail', destination_url: URL },
    ]);
    const same = await put('put-1', { utm_source: 'mail' });
    expect([same.status, same.headers.etag]).toEqual([200, merged.headers.etag]);
    expect((await workspace.get<Link>(`/v1/links/${made.body.id}`)).body).toEqual(merged.body);
  });

  it('changes the version in If-Match alone, and makes no link with it', async () => {
    const { body: link, headers } = await put('put-version', { destination_url: URL });
    const stale = { 'if-match': headers.etag! };
    expect((await put('put-version', { title: 'one' }, stale)).status).toBe(200);
    expectProblem(await put('put-version', { title: 'two' }, stale), 412, 'revision_mismatch');
    for (const headers of [stale, { 'if-match': '*' }])
      expectProblem(await put('put-none', { destination_url: URL }, headers), 412, 'revision_mismatch');
    expect((await put('put-version', { title: 'one' }, { 'if-match': '*' })).status).toBe(200);
    expect((await workspace.get<Link>(`/v1/links/${link.id}`)).body.title).toBe('one');
    expect((await put('put-none', { destination_url: URL })).status).toBe(201);
    await workspace.delete(`/v1/links/${link.id}`);
    const restore = (headers: object) => workspace.post(`/v1/links/${link.id}/restore`, undefined, { ...headers });
    expectProblem(await restore(stale), 412, 'revision_mismatch');
    expect((await restore({})).status).toBe(200);
  });

  it('takes any id that is percent-encoded, up to 255 characters', async () => {
    for (const id of ['a/b?c=d#e', 'ü 100%', 'x'.repeat(255), 'ß'.repeat(255)]) {
      expect((await put(id, { destination_url: URL })).body).toMatchObject({ external_id: id });
      expect((await put(id, {})).status).toBe(200);
    }
    expect(locationsOf(await put('x'.repeat(256), { destination_url: URL }))).toEqual(['path.external_id']);
    expect(locationsOf(await put(' ', { destination_url: URL }))).toEqual(['path.external_id']);
  });

  it('restores a deleted link at its address', async () => {
    const { body: link } = await put('put-gone', { destination_url: URL, alias: 'Put-Gone' });
    await workspace.delete(`/v1/links/${link.id}`);
    const back = await put('put-gone', { title: 'back' });
    expect([back.status, back.body]).toMatchObject([
      200,
      { id: link.id, alias: 'Put-Gone', title: 'back', status: 'active' },
    ]);
    expect(typesOf(await entriesAt(workspace, `/v1/links/${link.id}/history`))).toEqual([
      'link.created',
      'link.deleted',
      'link.restored',
      'link.updated',
    ]);
  });

  it('restores nothing by a body that is refused', async () => {
    const { body: link } = await put('put-refused', { destination_url: URL, starts_at: '2030-01-01T00:00:00Z' });
    await workspace.delete(`/v1/links/${link.id}`);
    const wrong = [
      { destination_url: `${workspace.product.url}/put-refused` },
      { expires_at: '2029-01-01T00:00:00Z' },
      { destination_url: null },
    ];
    for (const body of wrong) expect((await put('put-refused', body)).status).toBe(400);
    expect((await workspace.get<Link>(`/v1/links/${link.id}`)).status).toBe(404);
    expect((await put('put-refused', {})).body).toMatchObject({ id: link.id, destination_url: URL });
  });

  it('refuses another alias or domain than the link has', async () => {
    const { body: link } = await put('put-alias', { destination_url: URL, alias: 'Put-Alias' });
    expect((await put('put-alias', { alias: 'pUT-aLIAS', domain: link.domain })).status).toBe(200);
    for (const other of [{ alias: 'another' }, { domain: `127.0.0.1:${workspace.product.port}` }])
      expect(expectProblem(await put('put-alias', other), 409, 'conflict')).toMatchObject({
        existing_link_id: link.id,
      });
    const taken = await put('put-new', { destination_url: URL, alias: 'Put-Alias' });
    expect(expectProblem(taken, 409, 'alias_taken')).toMatchObject({ existing_link_id: link.id });
  });

  it('finds the link that a POST or a PATCH gave the id', async () => {
    const { id } = await workspace.createLink({ external_id: 'put-posted' });
    expect((await put('put-posted', {})).body.id).toBe(id);
    await workspace.patch(`/v1/links/${id}`, { external_id: 'put-patched' });
    expect((await put('put-patched', {})).body.id).toBe(id);
    expect((await put('put-posted', { destination_url: URL })).status).toBe(201);
  });

  it('says what is wrong with a body', async () => {
    expect(locationsOf(await put('put-new', {}))).toEqual(['body.destination_url']);
    expect(locationsOf(await put('put-new', { destination_url: 'x', external_id: 'y', find_if_exists: true }))).toEqual(
      ['body.destination_url', 'body.external_id', 'body.find_if_exists'],
    );
    expectProblem(await put('put-new', { destination_url: `${workspace.product.url}/x` }), 400, 'redirect_loop');
    expectProblem(await put('put-new', { destination_url: URL, domain: 'example.com' }), 400, 'domain_not_verified');
  });

  it('keeps workspaces apart', async () => {
    const other = await newWorkspace();
    await other.createLink({ external_id: 'put-foreign', title: 'theirs' });
    expect((await put('put-foreign', { destination_url: URL })).status).toBe(201);
  });

  it(`makes one link for ${RACERS} at once, and gives it to all`, async () => {
    /** A racer that has waited for 5 s, as on a busy machine, gets the conflict, and may ask again. */
    const untilDone = async (body: object): Promise<Answer<Link>> => {
      const headers = newKey();
      const answer = await untilJudged(() => put('put-race', body, headers));
      return answer.status === 409 ? untilDone(body) : answer;
    };
    const answers = await Promise.all(
      Array.from({ length: RACERS }, (_, n) => untilDone({ destination_url: URL, title: `n${n % 4}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(RACERS - 1).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await workspace.get<List<Link>>('/v1/links?search=put-race')).body.data).toHaveLength(1);
  });

  it('makes one link where POST and PUT race, whatever aliases they ask for', async () => {
    const answers = await Promise.all(
      Array.from({ length: RACERS }, (_, n) => {
        const [headers, fields] = [newKey(), { destination_url: URL, external_id: 'mixed-race', alias: `mixed-${n}` }];
        return untilJudged(() =>
          n % 2 === 0
            ? put('mixed-race', { destination_url: URL }, headers)
            : workspace.post<Link>('/v1/links', fields, headers),
        );
      }),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await workspace.get<List<Link>>('/v1/links?search=mixed-race')).body.data).toHaveLength(1);
  });
});
