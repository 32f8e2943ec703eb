import { readFileSync } from 'node:fs';
import { eventually } from '../support/programs';
import { inBrowser } from './support/walk';

interface Link {
  readonly id: string;
  readonly campaign_id: string | null;
}

interface QrCode {
  readonly name: string;
  readonly fg_color: string;
  readonly format: string;
}

const CSV = `destination_url,alias,title
https://example.com/a,imported-a,A
nowhere,imported-b,B
https://example.com/c,summer,C
`;

inBrowser('campaigns, imports and QR codes in the dashboard', (walk) => {
  let campaign: string;
  const { field, button } = walk;
  const idInUrl = () => new URL(walk.page.url()).pathname.split('/')[4] ?? '';
  const list = <T>(path: string) => walk.api<{ readonly data: readonly T[] }>('GET', path);

  beforeAll(async () => {
    await walk.signIn();
    await walk.api('POST', '/v1/links', { destination_url: 'https://example.com/sale', alias: 'summer' });
  });

  it('makes a campaign, and keeps what was typed when a field is refused', async () => {
    await walk.go('campaigns');
    await walk.page.getByText('No campaigns yet').waitFor();
    await walk.page.getByRole('link', { name: 'Create campaign' }).first().click();
    await field('Name').fill('Summer 2026');
    await field('utm_campaign').fill('summer-26');
    await field('Starts').fill('2030-07-01T08:00');
    await field('Ends').fill('2030-06-01T08:00');
    await walk.provoking(async () => {
      await button('Create campaign').click();
      await walk.page.getByText('Some fields need another value').waitFor();
    });
    expect(await field('Name').inputValue()).toBe('Summer 2026');
    await field('Starts').fill('');
    await field('Ends').fill('');
    await button('Create campaign').click();
    await walk.heading('Summer 2026').waitFor();
    campaign = idInUrl();
  });

  it('shows what the API says of a year with five digits, beside all that was typed', async () => {
    await walk.go('campaigns/new');
    await field('Name').fill('Far away');
    await field('Starts').fill('20260-12-31T10:30');
    await walk.provoking(async () => {
      await button('Create campaign').click();
      await walk.page.locator('input[type=datetime-local][aria-invalid=true]').waitFor();
    });
    expect(await field('Name').inputValue()).toBe('Far away');
    await button('Cancel').click();
    await walk.heading('Campaigns').waitFor();
  });

  it('adds links to it, which inherit its utm fields, and takes one out and in again', async () => {
    const itsLinks = /\/v1\/links\?campaign_id=/;
    const letGo = await walk.hold(itsLinks);
    await walk.go(`campaigns/${campaign}?tab=links`);
    await button('Add links').waitFor();
    const first = `[...document.querySelectorAll('main button')].find(({ innerText }) => innerText === 'Add links')`;
    await walk.page.evaluate(`void (globalThis.firstButton = ${first})`);
    letGo();
    await walk.page.getByText('No links in it yet').waitFor();
    await walk.settle();
    // Who has pressed it already has pressed the same one.
    expect(await walk.page.evaluate('firstButton.isConnected')).toBe(true);
    await walk.page.unroute(itsLinks);
    await button('Add links').click();
    await walk.page.getByRole('dialog').getByRole('searchbox', { name: 'Find links' }).fill('summer');
    await walk.page.getByRole('dialog').getByRole('checkbox').first().check();
    await button('Add 1 link').click();
    const links = walk.page.getByRole('region', { name: 'Links' });
    await links.getByText('utm_campaign=summer-26').waitFor();
    await links.getByRole('button', { name: /^Remove .*\/summer$/ }).click();
    await walk.page.getByText('No links in it yet').waitFor();
    await button('Undo').last().click();
    await links.getByText('utm_campaign=summer-26').waitFor();
    expect((await list<Link>('/v1/links')).data[0]?.campaign_id).toBe(campaign);
  });

  it('goes through its life, and says why a step is not possible', async () => {
    const status = walk.page.getByRole('region', { name: 'Status' });
    const step = (name: string) => status.getByRole('button', { name });
    const isRefused = (name: string) => step(name).getAttribute('aria-disabled');
    expect([await isRefused('Start'), await isRefused('Pause')]).toEqual([null, 'true']);
    for (const [name, words] of [
      ['Start', 'It is active'],
      ['Pause', 'It is paused'],
      ['Resume', 'It is active'],
    ] as const) {
      await step(name).click();
      await status.getByText(new RegExp(`^${words}.* No status changes`)).waitFor();
    }
    expect(await isRefused('Start')).toBe('true');
    await step('End').click();
    await walk.page.getByRole('dialog', { name: 'End “Summer 2026”?' }).waitFor();
    await button('End campaign').click();
    await status.getByText(/^It has ended\./).waitFor();
    await walk.go('campaigns?status=ended');
    await walk.page.getByRole('link', { name: 'Summer 2026' }).waitFor();
    await walk.go('campaigns?status=draft');
    await walk.page.getByText('No campaign is draft').waitFor();
  });

  it('shows the rows of a file before it is sent', async () => {
    await walk.go('imports');
    await walk.page.getByText('No imports yet').waitFor();
    await walk.page
      .locator('input[type=file]')
      .setInputFiles({ name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) });
    const rows = walk.page.getByRole('region', { name: 'First rows' });
    await rows.getByText('imported-b').waitFor();
    expect((await list('/v1/imports')).data).toEqual([]);
  });

  it('imports it, and saves the rows that failed', async () => {
    await button('Import').click();
    await walk.heading(/^Import from /).waitFor();
    const failed = walk.page.getByRole('region', { name: 'Failed rows' });
    await failed.getByText('2 rows failed').waitFor();
    await failed.getByRole('cell', { name: 'alias_taken', exact: true }).waitFor();
    const [file] = await Promise.all([walk.page.waitForEvent('download'), button('Failed rows as CSV').click()]);
    const text = readFileSync(await file.path(), 'utf8');
    expect(text.trim().split('\n')).toHaveLength(3);
    expect(text).toContain('imported-b');
    await walk.page.getByRole('link', { name: 'See the newest links' }).click();
    await walk.page.getByRole('link', { name: /\/imported-a$/ }).waitFor();
    await walk.go('imports');
    await walk.page.getByRole('table', { name: 'Imports' }).getByRole('link').waitFor();
  });

  it('says that links for a QR code are on their way, or why there are none', async () => {
    const links = /\/v1\/links\?limit=6$/;
    const body = JSON.stringify({ title: 'Broken', status: 500, detail: 'It broke.', code: 'internal_error' });
    const answer = await walk.hold(links, (route) =>
      route.fulfill({ status: 500, contentType: 'application/problem+json', body }),
    );
    await walk.go('qr-codes/new');
    await walk.page.getByText('Loading links').waitFor({ state: 'attached' });
    await walk.provoking(async () => {
      answer();
      await walk.page.getByRole('alert').filter({ hasText: 'It broke.' }).waitFor();
    });
    await walk.page.unroute(links);
    await button('Try again').click();
    await walk.page
      .getByRole('list', { name: 'Links that match' })
      .getByRole('button', { name: /\/summer/ })
      .waitFor();
  });

  it('draws a QR code while it is chosen, warns of what no camera reads, and saves it', async () => {
    await walk.go('qr-codes');
    await walk.page.getByText('No QR codes yet').waitFor();
    await walk.page.getByRole('link', { name: 'Create QR code' }).first().click();
    await walk.page.getByText('Choose a link, and its code is drawn here.').waitFor();
    await field('Link').fill('summer');
    await walk.page
      .getByRole('list', { name: 'Links that match' })
      .getByRole('button', { name: /\/summer/ })
      .click();
    const image = walk.page.locator('aside img[alt="The QR code as it is drawn"]');
    await image.waitFor();
    const first = await image.getAttribute('src');
    await field('Dark modules').fill('#0b3d91');
    await eventually(async () => expect(await image.getAttribute('src')).not.toBe(first));

    await field('Dark modules').fill('#ffffff');
    const warnings = walk.page.getByRole('list', { name: 'Can it be read?' });
    await eventually(async () => expect(await warnings.textContent()).not.toMatch(/^ ?Enough contrast/));
    await image.waitFor({ state: 'hidden' });
    await field('Dark modules').fill('#0b3d91');
    await field('Name').fill('Poster');
    await image.waitFor();
    await button('Create QR code').click();
    await walk.heading('Poster').waitFor();
    expect(await walk.api<QrCode>('GET', `/v1/qr-codes/${idInUrl()}`)).toMatchObject({
      name: 'Poster',
      fg_color: '#0b3d91',
    });
  });

  it('changes it, and saves its image', async () => {
    const id = idInUrl();
    await field('Format').selectOption('png');
    await field('Margin').fill('2');
    await button('Save').click();
    await walk.page.getByText('Saved').first().waitFor();
    await eventually(async () =>
      expect(await walk.api<QrCode>('GET', `/v1/qr-codes/${id}`)).toMatchObject({ format: 'png', margin: 2 }),
    );
    await walk.go('qr-codes');
    await walk.page.getByRole('link', { name: 'Poster' }).waitFor();
  });
});
