import { randomUUID } from 'node:crypto';
import { untilJudged } from '../../support/judged';
import { expectProblem, locationsOf } from '../support/problems';
import type { Link } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';

describe('POST /v1/links with find_if_exists', () => {
  const workspace = useWorkspace();
  const find = (fields: object, headers = {}) =>
    workspace.post<Link>('/v1/links', { find_if_exists: true, ...fields }, headers);
  const urlOf = (name: string) => `https://example.com/${name}`;

  it('creates a link once, and then finds it', async () => {
    const body = { destination_url: urlOf('once'), title: 'Once', tags: ['a', 'b'] };
    const made = await find(body);
    expect([made.status, made.headers.location]).toEqual([201, `/v1/links/${made.body.id}`]);
    const again = await find(body);
    expect([again.status, again.body, again.headers.etag]).toEqual([200, made.body, made.headers.etag]);
    expect(again.headers.location).toBeUndefined();
  });

  it('finds a link that was made without it, by the fields that are sent', async () => {
    const link = await workspace.createLink({
      destination_url: urlOf('plain'),
      alias: 'Find-Plain',
      title: 'Plain',
      tags: ['x', 'y'],
      redirect_type: 301,
      expires_at: '2099-01-01T00:00:00Z',
    });
    for (const fields of [
      {},
      { title: 'Plain' },
      { tags: ['x', 'y'], redirect_type: 301 },
      { alias: 'find-PLAIN', domain: link.domain },
      { expires_at: '2099-01-01T01:00:00+01:00' },
    ]) {
      const { status, body } = await find({ destination_url: urlOf('plain'), ...fields });
      expect([fields, status, body.id]).toEqual([fields, 200, link.id]);
    }
  });

  it('creates another link where a field differs', async () => {
    const link = await workspace.createLink({ destination_url: urlOf('other'), title: 'One', tags: ['x', 'y'] });
    for (const fields of [{ title: 'Two' }, { tags: ['y', 'x'] }, { utm_source: 'mail' }, { redirect_type: 307 }]) {
      const { status, body } = await find({ destination_url: urlOf('other'), ...fields });
      expect([fields, status]).toEqual([fields, 201]);
      expect(body.id).not.toBe(link.id);
    }
  });

  it('refuses an alias whose link differs', async () => {
    const { id } = await workspace.createLink({ destination_url: urlOf('a'), alias: 'Find-Taken' });
    const answer = await find({ destination_url: urlOf('b'), alias: 'Find-Taken' });
    expect(expectProblem(answer, 409, 'alias_taken')).toMatchObject({ existing_link_id: id });
  });

  it('finds no deleted link, no edited one, and none of others', async () => {
    const body = { destination_url: urlOf('gone') };
    const first = await find(body);
    await workspace.delete(`/v1/links/${first.body.id}`);
    const second = await find(body);
    expect([second.status, second.body.id === first.body.id]).toEqual([201, false]);
    await workspace.patch(`/v1/links/${second.body.id}`, { destination_url: urlOf('moved') });
    const third = await find(body);
    expect(third.status).toBe(201);
    const foreign = await (await newWorkspace()).post<Link>('/v1/links', { find_if_exists: true, ...body });
    expect(foreign.status).toBe(201);
    expect(new Set([first, second, third, foreign].map(({ body: { alias } }) => alias)).size).toBe(4);
  });

  it('lets one of 32 racers create the link, and the others find it', async () => {
    const body = { destination_url: urlOf('race'), tags: ['r'] };
    const once = () => {
      const headers = { 'idempotency-key': randomUUID() };
      return untilJudged(() => find(body, headers));
    };
    const answers = await Promise.all(Array.from({ length: 32 }, once));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(31).fill(200), 201]);
    expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1);
  });

  it('creates one each time when it is false', async () => {
    const body = { destination_url: urlOf('false'), find_if_exists: false };
    expect((await workspace.post('/v1/links', body)).status).toBe(201);
    expect((await workspace.post('/v1/links', body)).status).toBe(201);
  });

  it('takes no password beside it, since passwords cannot be compared', async () =>
    expect(locationsOf(await find({ destination_url: urlOf('p'), password: 'secret' }))).toEqual(['body.password']));

  it('takes a password of null as it takes none', async () => {
    const found = () => find({ destination_url: urlOf('q'), password: null });
    expect([(await found()).status, (await found()).status]).toEqual([201, 200]);
  });
});
