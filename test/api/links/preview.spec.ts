import { eventually } from '../../support/programs';
import { send } from '../../support/waymark';
import { BROWSER, shownClicks } from '../support/clicks';
import { entriesAt } from '../support/history';
import type { Link } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';

interface Previewed extends Link {
  readonly preview: object | null;
}

const PREVIEW = { title: 'Sale', description: 'Half price', image_url: 'https://example.com/a.png' };

describe('the preview of a link', () => {
  const workspace = useWorkspace();
  const patch = (id: string, preview: unknown) => workspace.patch<Previewed>(`/v1/links/${id}`, { preview });

  it('is returned as it was sent, changed part by part, and cleared', async () => {
    const link = (await workspace.createLink({ preview: { ...PREVIEW, description: null } })) as Previewed;
    expect(link.preview).toEqual({ title: 'Sale', image_url: 'https://example.com/a.png' });
    expect((await workspace.get(`/v1/links/${link.id}`)).body).toEqual(link);
    const to = { description: 'Half price', image_url: 'https://example.com/a.png' };
    expect((await patch(link.id, { title: null, description: 'Half price' })).body.preview).toEqual(to);
    expect((await patch(link.id, null)).body.preview).toBeNull();
    const [made, changed] = await entriesAt(workspace, `/v1/links/${link.id}/history`);
    expect(changed?.changes).toEqual({ preview: { from: link.preview, to } });
    expect((await workspace.get<Previewed>(`/v1/links/${link.id}?as_of=${made?.at}`)).body.preview).toEqual(
      link.preview,
    );
  });

  it('is none once its parts are cleared, and goes by parts in a PUT and a bulk call, too', async () => {
    const put = (preview: unknown) =>
      send<Previewed>(workspace.product, 'PUT', '/v1/links/by-external-id/previewed', {
        headers: { authorization: `Bearer ${workspace.token}` },
        body: { destination_url: 'https://example.com/', preview },
      });
    const { id, preview } = (await put({ title: 'Sale', description: null })).body;
    expect(preview).toEqual({ title: 'Sale' });
    expect((await put({ description: 'Half price' })).body.preview).toEqual({
      title: 'Sale',
      description: 'Half price',
    });
    const items = [{ id, preview: { title: null } }];
    const { data } = (await workspace.patch<{ data: [{ link: Previewed }] }>('/v1/links/bulk', items)).body;
    expect(data[0].link.preview).toEqual({ description: 'Half price' });
    expect((await patch(id, { description: null, image_url: null })).body.preview).toBeNull();
  });

  it('stays at its version when the same one is sent again', async () => {
    const link = await workspace.createLink({ preview: PREVIEW });
    const { headers } = await workspace.get(`/v1/links/${link.id}`);
    const { image_url, description, title } = PREVIEW;
    expect((await patch(link.id, { image_url, description, title })).headers.etag).toBe(headers.etag);
  });

  it('belongs to what an identical link must have', async () => {
    const fields = { destination_url: 'https://example.com/once', find_if_exists: true };
    const link = await workspace.createLink({ ...fields, preview: PREVIEW });
    const again = await workspace.post<Link>('/v1/links', { ...fields, preview: PREVIEW });
    expect([again.status, again.body.id]).toEqual([200, link.id]);
    const other = await workspace.post<Link>('/v1/links', { ...fields, preview: { title: 'Other' } });
    expect([other.status, other.body.id === link.id]).toEqual([201, false]);
  });

  it('is shown to bots that preview links, which count as bots, and to nobody else', async () => {
    const other = await newWorkspace();
    const { alias, id } = await other.createLink({ preview: PREVIEW });
    const open = (agent: string) => send(other.product, 'GET', `/${alias}`, { headers: { 'user-agent': agent } });
    const page = await open('facebookexternalhit/1.1');
    expect([page.status, page.text]).toEqual([
      200,
      expect.stringContaining('<meta property="og:title" content="Sale">'),
    ]);
    expect((await open(BROWSER)).status).toBe(302);
    expect((await shownClicks(other, 2)).map(({ is_bot }) => is_bot).sort()).toEqual([false, true]);
    await eventually(async () =>
      expect((await other.get<Link>(`/v1/links/${id}`)).body).toMatchObject({ clicks: 1, bot_clicks: 1 }),
    );
  });
});
