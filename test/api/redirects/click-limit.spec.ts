import { eventually } from '../../support/programs';
import { send } from '../../support/waymark';
import { entriesAt, typesOf } from '../support/history';
import { untilJudged, countOf, impatient } from '../../support/judged';
import { expectProblem } from '../support/problems';
import type { Link } from '../support/records';
import { useWorkspace } from '../support/workspace';

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

describe('a link with a click limit', () => {
  const workspace = useWorkspace();
  const visit = ({ alias }: Pick<Link, 'alias'>, method = 'GET', agent = BROWSER, product = workspace.product) =>
    send(product, method, `/${alias}`, { headers: { 'user-agent': agent } });
  const visits = async (link: Link, many: number) =>
    (await Promise.all(Array.from({ length: many }, () => untilJudged(() => visit(link)))))
      .map(({ status }) => status)
      .sort();
  const patch = (link: Link, fields: object) => workspace.patch<Link>(`/v1/links/${link.id}`, fields);
  const recorded = (link: Link, times: number) =>
    eventually(async () => {
      const types = typesOf(await entriesAt(workspace, `/v1/links/${link.id}/history`));
      expect(types.filter((type) => type === 'link.limit_reached')).toHaveLength(times);
    });

  /** Until redirectors know of an edit, which in a cluster is within a second. HEAD takes no slot. */
  const reopened = (link: Link) => eventually(async () => expect((await visit(link, 'HEAD')).status).toBe(302));

  it('redirects exactly so many people, however many come at once, then nobody, and is recorded once', async () => {
    const link = await workspace.createLink({ click_limit: 10 });
    expect(link).toMatchObject({ click_limit: 10, status: 'active' });
    let sent = 0;
    const judged = () =>
      untilJudged(() => {
        sent += 1;
        return visit(link, 'GET', BROWSER, impatient(workspace.product));
      });
    const answers = await Promise.all(Array.from({ length: 40 }, judged));
    // One that a busy machine has shed may have taken a slot with it.
    const redirected = countOf(answers, 302);
    expect([redirected <= 10, redirected + (sent - 40) >= 10, countOf(answers, 302, 410)]).toEqual([true, true, 40]);
    expectProblem(await visit(link), 410, 'click_limit_reached');
    await recorded(link, 1);
    await eventually(async () =>
      expect((await workspace.get<Link>(`/v1/links/${link.id}`)).body).toMatchObject({
        status: 'expired',
        clicks: redirected,
      }),
    );
  });

  it('gives bots and HEAD no slot, and 410 once it is used up', async () => {
    const link = await workspace.createLink({ click_limit: 1 });
    for (const [method, agent] of [
      ['HEAD', BROWSER],
      ['GET', 'curl/8.5.0'],
      ['GET', ''],
    ] as const)
      expect((await visit(link, method, agent)).status).toBe(302);
    expect((await visit(link)).status).toBe(302);
    for (const [method, agent] of [
      ['HEAD', BROWSER],
      ['GET', 'curl/8.5.0'],
      ['GET', BROWSER],
    ] as const)
      expect((await visit(link, method, agent)).status).toBe(410);
  });

  it('counts the clicks from before the limit', async () => {
    const link = await workspace.createLink();
    expect(await visits(link, 3)).toEqual([302, 302, 302]);
    await eventually(async () =>
      expect((await workspace.get<Link>(`/v1/links/${link.id}`)).body).toMatchObject({ clicks: 3 }),
    );
    await patch(link, { click_limit: 5 });
    expect(await visits(link, 6)).toEqual([302, 302, 410, 410, 410, 410]);
  });

  it('is closed at once by a limit below its clicks, and reopened by a higher one or none', async () => {
    const link = await workspace.createLink({ click_limit: 5 });
    expect(await visits(link, 3)).toEqual([302, 302, 302]);
    await patch(link, { click_limit: 2 });
    expect((await visit(link)).status).toBe(410);
    await recorded(link, 1);
    expect((await patch(link, { click_limit: 4 })).body.status).toBe('active');
    await reopened(link);
    expect(await visits(link, 3)).toEqual([302, 410, 410]);
    await recorded(link, 2);
    expect((await patch(link, { click_limit: null })).body).toMatchObject({ status: 'active', click_limit: null });
    await reopened(link);
    expect(await visits(link, 2)).toEqual([302, 302]);
  });

  it('has ended without a visit once its limit is no more than its clicks', async () => {
    const link = await workspace.createLink();
    const shown = async () => (await workspace.get<Link>(`/v1/links/${link.id}`)).body;
    expect(await visits(link, 3)).toEqual([302, 302, 302]);
    await eventually(async () => expect(await shown()).toMatchObject({ clicks: 3 }));
    await patch(link, { click_limit: 3 });
    await recorded(link, 1);
    await eventually(async () => expect(await shown()).toMatchObject({ status: 'expired', click_limit: 3 }));
  });

  it('has ended again, and on record, once a limit that was raised or cleared comes back down', async () => {
    const link = await workspace.createLink({ click_limit: 2 });
    expect(await visits(link, 3)).toEqual([302, 302, 410]);
    await recorded(link, 1);
    for (const [times, open, closed] of [
      [2, 9, 2],
      [3, null, 1],
    ] as const) {
      expect((await patch(link, { click_limit: open })).body.status).toBe('active');
      const { body, headers } = await patch(link, { click_limit: closed });
      expect(body).toMatchObject({ status: 'expired', click_limit: closed });
      await recorded(link, times);
      // The record is no edit: the version is that of the PATCH.
      const { headers: read } = await workspace.get(`/v1/links/${link.id}`);
      expect(read.etag).toBe(headers.etag);
    }
  });

  it('leads to its page for the end by an uncounted 302', async () => {
    const link = await workspace.createLink({
      click_limit: 1,
      expired_url: 'https://example.com/over',
      redirect_type: 301,
    });
    const first = await visit(link);
    expect([first.status, first.headers['cache-control']]).toEqual([301, 'private, no-store']);
    const { status, headers } = await visit(link);
    expect([status, headers.location]).toEqual([302, 'https://example.com/over']);
  });

  it.each([0, -1, 1.5, '5', 2_147_483_648])('is not made with %j', async (click_limit) => {
    const answer = await workspace.post('/v1/links', { destination_url: 'https://example.com/', click_limit });
    expectProblem(answer, 400, 'invalid_request');
  });
});
