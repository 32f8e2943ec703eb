import { eventually } from '../support/programs';
import { api, send } from '../support/waymark';
import { flawsOf, type Page, type Visit } from './support/browser';
import { inBrowser } from './support/walk';

const PASSWORD = 'a quiet blue harbour';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 });

/** Invites by the screen that is open, and gives the link to hand over. */
const invite = async (page: Page, email: string): Promise<string> => {
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Invite', exact: true }).last().click();
  const link = (await page.locator('#invitation-link').textContent()) ?? '';
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.locator('#invitation-link').waitFor({ state: 'hidden' });
  return link;
};

inBrowser('workspace, people, activity and live clicks', (walk) => {
  let guest: Visit;
  let link: string;

  it('renames the workspace, which the frame shows as well', async () => {
    await walk.signIn();
    await walk.page.getByRole('link', { name: 'Workspace' }).click();
    await walk.page.getByLabel('Name', { exact: true }).fill('Acme Ltd');
    await walk.page.getByRole('button', { name: 'Save' }).click();
    await walk.page.getByText('Saved').first().waitFor();
    await walk.page.getByRole('complementary', { name: 'Menu' }).getByText('Acme Ltd').waitFor();
    await walk.page.getByText('1 of 100').waitFor();
  });

  it('invites somebody new, whose link leaves the address and makes an account', async () => {
    link = await invite(walk.page, 'grace@example.com');
    expect(link).toMatch(/\/app\/accept#token=invite_[\w-]{20,}$/);
    guest = await walk.visitor();
    await guest.page.goto(link);
    await heading(guest.page, 'You are invited').waitFor();
    expect(guest.page.url()).toBe(`${walk.product.url}/app/accept`);
    await guest.page.getByLabel('Your name').fill('Grace Hopper');
    await guest.page.getByLabel('Password').fill('short');
    await guest.page.getByRole('button', { name: 'Join the workspace' }).click();
    await guest.page.locator('input[aria-invalid]').waitFor();
    expect(await guest.page.getByLabel('Your name').inputValue()).toBe('Grace Hopper');
    await guest.page.getByLabel('Password').fill(PASSWORD);
    await guest.page.getByRole('button', { name: 'Join the workspace' }).click();
    await heading(guest.page, 'Overview').waitFor();
    await guest.page.getByRole('link', { name: 'Workspace' }).click();
    await guest.page.getByText('Grace Hopper').nth(1).waitFor();
    const refused = guest.page.getByRole('button', { name: 'Invite', exact: true });
    await eventually(async () => expect(await refused.getAttribute('title')).toMatch(/Only an owner/));
  });

  it('takes an invitation once', async () => {
    const other = await walk.visitor();
    await other.page.goto(link);
    await other.page.getByLabel('Password').fill(PASSWORD);
    await other.page.getByRole('button', { name: 'Join the workspace' }).click();
    await other.page.getByText(/This invitation does not work/).waitFor();
    await other.page.close();
  });

  it('lets somebody who is signed in make another workspace, and others join it as they are', async () => {
    await guest.page.getByRole('link', { name: 'New workspace' }).click();
    await guest.page.getByLabel('Name').fill('Harvard');
    await guest.page.getByRole('button', { name: 'Create workspace' }).click();
    await heading(guest.page, 'Overview').waitFor();
    await guest.page.getByRole('link', { name: 'Workspace' }).click();
    const theirs = await invite(guest.page, walk.product.bootstrap.email);
    await walk.page.goto(theirs);
    await walk.page.getByRole('button', { name: 'Join the workspace' }).click();
    await walk.heading('Overview').waitFor();
    expect(walk.page.url()).not.toContain(walk.workspace);
    await walk.go('workspace');
    await walk.page.getByText('1 of 100').waitFor();
  });

  it('changes a role, takes that back, and removes a member', async () => {
    await walk.page.getByRole('button', { name: 'Role of Grace Hopper: Member' }).click();
    await walk.page.getByRole('menuitemradio', { name: 'Viewer' }).click();
    await walk.page.getByRole('button', { name: 'Role of Grace Hopper: Viewer' }).waitFor();
    await walk.page.getByRole('button', { name: 'Undo' }).click();
    await walk.page.getByRole('button', { name: 'Role of Grace Hopper: Member' }).waitFor();
    await walk.page.getByRole('button', { name: 'Actions for Grace Hopper' }).click();
    await walk.page.getByRole('menuitem', { name: 'Remove' }).click();
    await walk.page.getByRole('button', { name: 'Remove', exact: true }).click();
    await walk.page.getByText('Grace Hopper').first().waitFor({ state: 'hidden' });
  });

  it('invites by the keyboard alone, and withdraws', async () => {
    await walk.go('');
    await walk.heading('Overview').waitFor();
    for (const key of ['g', 'm']) await walk.page.keyboard.press(key);
    await walk.heading('Workspace').waitFor();
    await walk.page.keyboard.press('n');
    await walk.page.locator('#invite input:focus').waitFor();
    await walk.page.keyboard.type('ada@example.com');
    await walk.page.keyboard.press('Tab');
    await walk.page.keyboard.type('v');
    await walk.page.keyboard.press('Tab');
    await walk.page.keyboard.press('Tab');
    await walk.page.keyboard.press('Enter');
    await walk.page.locator('#invitation-link').waitFor();
    await walk.page.locator('button:focus').filter({ hasText: 'Copy link' }).waitFor();
    await walk.page.keyboard.press('Enter');
    await walk.page.locator('button:focus').filter({ hasText: 'Copied' }).waitFor();
    await walk.page.keyboard.press('Tab');
    await walk.page.keyboard.press('Enter');
    await walk.page.getByText(/Viewer · by/).waitFor();
    await walk.page.getByRole('button', { name: 'Withdraw the invitation of ada@example.com' }).click();
    await walk.page.getByRole('button', { name: 'Withdraw', exact: true }).last().click();
    await walk.page.getByText(/Viewer · by/).waitFor({ state: 'hidden' });
  });

  it('changes the password, and shows no password as a request', async () => {
    await walk.page.getByLabel('Current password').fill('it is not this one');
    await walk.page.getByLabel('New password').fill(PASSWORD);
    await walk.page.getByRole('button', { name: 'Change password' }).click();
    walk.failures += 1;
    await walk.page.getByText(/Is not the present password/).waitFor();
    await walk.page.getByLabel('Current password').fill(walk.product.bootstrap.password);
    await walk.page.getByRole('button', { name: 'Change password' }).click();
    await walk.page.getByText('The password is changed').first().waitFor();
    await walk.page.getByRole('button', { name: /^Show as request/ }).click();
    const panel = walk.page.getByRole('complementary', { name: 'This screen as requests' });
    await panel
      .getByRole('button', { name: /POST.*auth\/password/ })
      .first()
      .click();
    await panel.getByText(/"new_password": "…"/).waitFor();
    expect(await panel.textContent()).not.toContain(PASSWORD);
    await panel.getByRole('button', { name: 'Close' }).click();
  });

  it('shows what happened from its old to its new value, filters by a click, and goes on to older pages', async () => {
    const client = api(walk.product, walk.product.bootstrap.api_key);
    const many = Array.from({ length: 55 }, (_, index) => ({ destination_url: `https://example.com/${index}` }));
    await client.post('/v1/links/bulk', many);
    const made = await client.post<{ readonly id: string }>('/v1/links', {
      destination_url: 'https://example.com/sale',
      alias: 'sale',
      title: 'Summer sale',
    });
    await client.patch(`/v1/links/${made.body.id}`, { title: 'Winter sale' });
    for (const key of ['g', 'a']) await walk.page.keyboard.press(key);
    await walk.heading('Activity').waitFor();
    const events = walk.page.getByRole('list', { name: 'Events' }).getByRole('time');
    await eventually(async () => expect(await events.count()).toBe(50));
    await walk.page.getByRole('button', { name: 'Show older ones' }).click();
    await eventually(async () => expect(await events.count()).toBeGreaterThan(55));
    await walk.page.getByRole('button', { name: 'Link updated' }).first().click();
    await walk.page.waitForURL(/type=link\.updated/);
    await eventually(async () => expect(await events.count()).toBe(1));
    await walk.page.getByText(/Summer sale/).waitFor();
    await walk.page.getByText(/Winter sale/).waitFor();
    await walk.page.getByRole('button', { name: /^req_/ }).click();
    await walk.page.waitForURL(/request_id=req_/);
    await walk.page.getByRole('button', { name: 'Clear' }).click();
    await walk.page.getByRole('button', { name: 'Everybody' }).click();
    await walk.page.getByRole('menuitemradio', { name: 'Waymark itself' }).click();
    await walk.page.waitForURL(/actor=system/);
    await walk.page.getByRole('link', { name: 'Activity' }).click();
    await walk.page
      .getByRole('link', { name: /\/sale$/ })
      .first()
      .click();
    await walk.heading(/\/sale$/).waitFor();
  });

  it('shows clicks as they come, waits at Space, and misses none while nobody looks', async () => {
    const visit = () => send(walk.product, 'GET', '/sale', { headers: { 'user-agent': BROWSER } });
    const rows = walk.page
      .getByRole('table', { name: 'Clicks' })
      .getByRole('cell')
      .filter({ hasText: /\/sale/ });
    const streams = () => walk.person.requests.filter((request) => request === 'GET /v1/analytics/live').length;
    const turn = (hidden: boolean) =>
      walk.page.evaluate(
        `Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true });
         document.dispatchEvent(new Event('visibilitychange'))`,
      );
    for (const key of ['g', 'v']) await walk.page.keyboard.press(key);
    await walk.page.getByText('Connected').waitFor();
    await visit();
    await eventually(async () => expect(await rows.count()).toBe(1));
    await walk.page.keyboard.press('Space');
    await walk.page.getByText('Paused').waitFor();
    await visit();
    await walk.page.getByText('1 new').waitFor();
    expect(await rows.count()).toBe(1);
    await walk.page.keyboard.press('Space');
    await eventually(async () => expect(await rows.count()).toBe(2));
    const before = streams();
    await turn(true);
    await visit();
    await turn(false);
    await eventually(async () => expect(await rows.count()).toBe(3));
    expect(streams()).toBeGreaterThan(before);
    await walk.page.getByRole('button', { name: 'Chrome', exact: true }).first().click();
    await walk.page.waitForURL(/browser=Chrome/);
    await walk.page.getByText('Waiting for the next click').waitFor();
  });

  walk.testLooks(
    [
      ['activity', () => 'activity', 'Activity'],
      ['no activity', () => 'activity?type=campaign.*', 'Activity'],
      ['live', () => 'live', 'Live'],
      ['workspace', () => 'workspace', 'Workspace'],
    ],
    [
      ['invitation', () => walk.page.getByRole('button', { name: 'Invite', exact: true }).click()],
      [
        'role',
        () =>
          walk.page
            .getByRole('button', { name: /^Role of/ })
            .first()
            .click(),
      ],
      ['deletion', () => walk.page.getByRole('button', { name: 'Delete workspace' }).click()],
      ['deletion of the account', () => walk.page.getByRole('button', { name: 'Delete account' }).click()],
    ],
  );

  it('has screens without a workspace that have no flaw', async () => {
    const { page, complaints } = await walk.visitor();
    const found: Record<string, readonly string[]> = {};
    const screens = { accept: 'You are invited', 'sign-up': 'Sign-up is closed' };
    for (const [path, title] of Object.entries(screens))
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [1280, 360]) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 800 });
          await page.goto(`${walk.product.url}/app/${path}#token=invite_none`);
          await heading(page, title).waitFor();
          found[`${path} ${colorScheme} ${width}`] = await flawsOf(page);
        }
    expect(Object.values(found).flat()).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('deletes a workspace once its name is typed, and an account by its password', async () => {
    const { page } = guest;
    await page.getByRole('button', { name: 'Delete workspace' }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Delete workspace' });
    expect(await confirm.getAttribute('aria-disabled')).toBe('true');
    await dialog.getByRole('textbox').fill('Harvard');
    await confirm.click();
    await heading(page, 'New workspace').waitFor();
    await page.getByLabel('Name').fill('Yale');
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await heading(page, 'Overview').waitFor();
    await page.getByRole('link', { name: 'Workspace' }).click();
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await dialog.getByText('Yale').waitFor();
  });

  it('ends the stream with the session', async () => {
    await walk.page.setViewportSize({ width: 1280, height: 800 });
    await walk.go('live');
    await walk.page.getByText('Connected').waitFor();
    await walk.page.getByRole('button', { name: /^Account/ }).click();
    await walk.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await walk.heading('Sign in').waitFor();
    const asked = walk.person.requests.length;
    await walk.page.getByLabel('E-mail').fill('nobody@example.com');
    expect(walk.person.requests.slice(asked).filter((request) => request.includes('live'))).toEqual([]);
  });
});
