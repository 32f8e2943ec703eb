import { type Link, type List, UNDESCRIBED } from '../support/records';
import { useWorkspace } from '../support/workspace';

const FULL = {
  destination_url: 'https://example.com/a',
  title: 'A',
  tags: ['x', 'y'],
  utm_source: 's',
  utm_medium: 'm',
  utm_campaign: 'c',
  utm_term: 't',
  utm_content: 'n',
};

describe('PATCH /v1/links/{id}', () => {
  const workspace = useWorkspace();

  it('changes the given fields and keeps the rest', async () => {
    const link = await workspace.createLink(FULL);
    const { status, body } = await workspace.patch<Link>(`/v1/links/${link.id}`, {
      title: 'B',
      destination_url: 'https://example.com/b',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...link,
      title: 'B',
      destination_url: 'https://example.com/b',
      updated_at: expect.any(String),
    });
    expect(body.updated_at >= link.updated_at).toBe(true);
    expect((await workspace.get(`/v1/links/${link.id}`)).body).toEqual(body);
  });

  it('clears by null', async () => {
    const link = await workspace.createLink(FULL);
    const nothing = Object.fromEntries(Object.keys(UNDESCRIBED).map((field) => [field, null]));
    const { status, body } = await workspace.patch(`/v1/links/${link.id}`, nothing);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ ...UNDESCRIBED, destination_url: FULL.destination_url }),
    ]);
  });

  it('keeps version and time when nothing changes', async () => {
    const link = await workspace.createLink(FULL);
    const before = await workspace.get(`/v1/links/${link.id}`);
    for (const body of [{}, FULL]) {
      const after = await workspace.patch(`/v1/links/${link.id}`, body);
      expect([after.status, after.body, after.headers.etag]).toEqual([200, link, before.headers.etag]);
    }
  });

  it('keeps every one of many changes that are sent at once', async () => {
    const { id } = await workspace.createLink();
    const titles = Array.from({ length: 16 }, (_, n) => `title ${n}`);
    const answers = await Promise.all(titles.map((title) => workspace.patch<Link>(`/v1/links/${id}`, { title })));
    expect(answers.map(({ status, body }) => [status, body.title])).toEqual(titles.map((title) => [200, title]));
    expect((await workspace.get<List<unknown>>(`/v1/links/${id}/history`)).body.meta.total).toBe(titles.length + 1);
  });

  it('makes a new version, which the next GET returns', async () => {
    const { id } = await workspace.createLink();
    const before = await workspace.get(`/v1/links/${id}`);
    const changed = await workspace.patch(`/v1/links/${id}`, { title: 'new' });
    expect(changed.headers.etag).not.toBe(before.headers.etag);
    expect((await workspace.get(`/v1/links/${id}`)).headers.etag).toBe(changed.headers.etag);
  });

  it('is reflected by the list and by the filters', async () => {
    const { id } = await workspace.createLink({ tags: ['before'] });
    await workspace.patch(`/v1/links/${id}`, { tags: ['after'] });
    const found = async (tag: string) =>
      (await workspace.get<{ data: Link[] }>(`/v1/links?tags=${tag}`)).body.data.map((link) => link.id);
    expect([await found('before'), await found('after')]).toEqual([[], [id]]);
  });

  it('succeeds when the version matches: quoted, in a list, or by a star', async () => {
    const { id } = await workspace.createLink();
    const etag = async () => String((await workspace.get(`/v1/links/${id}`)).headers.etag);
    for (const match of [await etag(), '*'])
      expect((await workspace.patch(`/v1/links/${id}`, { title: match }, { 'if-match': match })).status).toBe(200);
    expect(
      (await workspace.patch(`/v1/links/${id}`, { title: 'list' }, { 'if-match': `"x", ${await etag()}` })).status,
    ).toBe(200);
  });
});
