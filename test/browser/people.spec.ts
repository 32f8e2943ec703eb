import { eventually } from '../support/programs';
import { send } from '../support/waymark';
import type { Visit } from './support/browser';
import { inBrowser } from './support/walk';

const BROWSER = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0' };
const EMAIL = 'grace@example.com';

inBrowser('people of a workspace in the dashboard', (walk) => {
  let guest: Visit;
  const { field, button } = walk;
  const members = () => walk.page.getByRole('list', { name: 'Members' }).getByRole('listitem');

  beforeAll(() => walk.signIn());

  it('renames the workspace', async () => {
    await walk.go('workspace');
    await walk.heading('Workspace').waitFor();
    await field('Name').first().fill('Analytical engines');
    await walk.page.getByRole('region', { name: 'General' }).getByRole('button', { name: 'Save' }).click();
    await walk.page.getByText('Saved').first().waitFor();
    expect((await walk.api<{ readonly name: string }>('GET', '/v1/workspace')).name).toBe('Analytical engines');
  });

  it('opens a link of an invitation that a mail program has cut, and keeps nothing of it in the address', async () => {
    const other = await walk.visitor();
    await other.page.goto(`${walk.product.url}/app/accept#token=%E0%A4`);
    await other.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await other.page.evaluate('location.hash')).toBe('');
    expect(other.complaints).toEqual([]);
    await other.page.close();
  });

  it('invites somebody, who accepts in a browser of their own', async () => {
    await button('Invite').click();
    await field('E-mail').fill('nobody');
    await walk.provoking(async () => {
      await button('Invite').last().click();
      await walk.page.locator('[role=dialog] [aria-invalid=true]').waitFor();
    });
    await field('E-mail').fill(EMAIL);
    await button('Invite').last().click();
    await walk.page.getByRole('dialog', { name: `${EMAIL} is invited` }).waitFor();
    const link = (await walk.page.locator('#invitation-link').textContent()) ?? '';
    await button('Copy link').click();
    await button('Done').click();
    await walk.page.getByRole('list', { name: 'Invitations' }).getByText(EMAIL).waitFor();

    guest = await walk.visitor();
    await guest.page.goto(link);
    await guest.page.getByLabel('Your name').fill('Grace');
    await guest.page.getByLabel('Password').fill('a password of hers');
    await guest.page.getByRole('button', { name: 'Join the workspace' }).click();
    await guest.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    // The token is nowhere that a server or a history would keep it.
    expect(guest.page.url()).not.toContain('token');
    expect(guest.requests.filter((request) => request.includes('token='))).toEqual([]);
  });

  it('shows the new member, and makes her a viewer, who may change nothing', async () => {
    await walk.go('links');
    await walk.heading('Links').waitFor();
    await walk.go('workspace');
    await walk.page.goto(walk.page.url());
    await members().filter({ hasText: 'Grace' }).waitFor();
    expect(await members().count()).toBe(2);
    await button('Role of Grace: Member').click();
    await walk.page.getByRole('menuitemradio', { name: 'Viewer' }).click();
    await button('Role of Grace: Viewer').waitFor();

    await guest.page.goto(`${walk.product.url}/app/${walk.workspace}/keys`);
    const create = guest.page.getByRole('button', { name: 'Create key' }).first();
    await create.waitFor();
    await eventually(async () => expect(await create.getAttribute('aria-disabled')).toBe('true'));
    expect(await create.getAttribute('title')).toContain('An owner can change your role');
    await guest.page.goto(`${walk.product.url}/app/${walk.workspace}/workspace`);
    const invite = guest.page.getByRole('button', { name: 'Invite' });
    await invite.waitFor();
    await eventually(async () => expect(await invite.getAttribute('aria-disabled')).toBe('true'));
    const shed = (text: string) => text.includes('status of 503') && guest.shed.some((url) => text.endsWith(url));
    expect(guest.complaints.filter((text) => !shed(text))).toEqual([]);
  });

  it('tells who did what, by person, kind and request', async () => {
    await walk.api('POST', '/v1/links', { destination_url: 'https://example.com/', alias: 'seen' });
    await walk.go('activity');
    const events = walk.page.getByRole('list', { name: 'Events' }).getByRole('listitem');
    await events.filter({ hasText: 'Link created' }).first().waitFor();
    await walk.page.getByRole('button', { name: 'Link created' }).first().click();
    await walk.page.waitForURL(/type=link\.created/);
    await eventually(async () => expect(await events.count()).toBe(1));
    await walk.page.getByRole('button', { name: /^req_/ }).first().click();
    await walk.page.waitForURL(/request_id=req_/);
    await button('Clear').click();
    await eventually(() => expect(walk.page.url()).not.toContain('request_id'));
  });

  it('shows each click while it happens, and waits while it is paused', async () => {
    await walk.go('live');
    await walk.page.getByText('Connected').waitFor();
    await send(walk.product, 'GET', '/seen', { headers: BROWSER });
    const clicks = walk.page.getByRole('table', { name: 'Clicks' }).getByRole('link');
    await clicks.first().waitFor();
    expect(await clicks.count()).toBe(1);
    await walk.page.keyboard.press('Space');
    await button(/^Go on/).waitFor();
    await send(walk.product, 'GET', '/seen', { headers: BROWSER });
    await walk.page.getByText('1 new').waitFor();
    expect(await clicks.count()).toBe(1);
    await button(/^Go on/).click();
    await eventually(async () => expect(await clicks.count()).toBe(2));
    await walk.go('');
    await walk.heading('Overview').waitFor();
  });

  it('shows clicks that came while it was hidden, also where it had seen none before', async () => {
    const setHidden = (hidden: boolean) =>
      walk.page.evaluate(
        `Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${hidden} });` +
          `document.dispatchEvent(new Event('visibilitychange'))`,
      );
    await walk.go('live');
    await walk.page.getByText('Connected').waitFor();
    const ended = walk.page.waitForEvent('requestfailed', (request) => request.url().includes('/analytics/live'));
    await setHidden(true);
    await ended;
    await send(walk.product, 'GET', '/seen', { headers: BROWSER });
    await setHidden(false);
    await walk.page.getByRole('table', { name: 'Clicks' }).getByRole('link').first().waitFor();
    await walk.go('');
    await walk.heading('Overview').waitFor();
  });

  it('removes a member, whose session ends', async () => {
    await walk.go('workspace');
    await button('Actions for Grace').click();
    await walk.page.getByRole('menuitem', { name: 'Remove' }).click();
    await button('Remove').last().click();
    await eventually(async () => expect(await members().count()).toBe(1));
    // Once more where the product sheds a request: the page then waits for people to try again.
    await eventually(async () => {
      await guest.page.goto(`${walk.product.url}/app/${walk.workspace}/links`);
      await guest.page.locator('h1').first().waitFor();
      expect(guest.page.url()).toMatch(/\/app\/(sign-in|new-workspace)/);
    });
  });
});
