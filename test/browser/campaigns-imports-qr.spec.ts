import { eventually } from '../support/programs';
import { send } from '../support/waymark';
import { inBrowser } from './support/walk';

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const CSV =
  'destination_url,alias,clicks\nhttps://example.com/one,one,3\nno address,two,4\nhttps://example.com/3,one,5\n';

/** A bare `Mozilla/5.0` counts as a bot. */
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';

/** Downloads are followed by the browser itself: what the page does is to ask for a ticket. */
const ticketsOf = (requests: readonly string[]): number =>
  requests.filter((request) => request === 'POST /v1/auth/tickets').length;

inBrowser('campaigns, imports and QR codes', (walk) => {
  let campaign: string;
  let oneImport: string;
  let code: string;

  const ask = async (method: string, path: string, body?: object) => {
    const authorization = `Bearer ${walk.product.bootstrap.api_key}`;
    return send(walk.product, method, path, { headers: { authorization }, ...(body && { body }) });
  };
  const button = (name: string | RegExp) => walk.page.getByRole('button', { name, exact: true });
  const idOf = (): string => new URL(walk.page.url()).pathname.split('/')[4] ?? '';

  it('makes a campaign by keyboard alone, and keeps what was typed when it is refused', async () => {
    await walk.signIn();
    await ask('POST', '/v1/links', { destination_url: 'https://example.com/sale', alias: 'sale' });
    await ask('POST', '/v1/links', { destination_url: 'https://example.com/?utm_source=own', alias: 'own' });
    await walk.page.keyboard.press('g');
    await walk.page.keyboard.press('c');
    await walk.page.getByText('No campaigns yet').waitFor();
    await walk.page.keyboard.press('n');
    await walk.heading('New campaign').waitFor();
    await walk.page.keyboard.press('Enter');
    walk.failures += 1;
    await walk.page.getByRole('alert').first().waitFor();
    await walk.page.keyboard.type('Summer');
    await walk.page.keyboard.press('Tab');
    await walk.page.keyboard.type('Posters');
    await walk.page.keyboard.press('Shift+Tab');
    await walk.page.keyboard.press('Enter');
    await walk.heading('Summer').waitFor();
    campaign = idOf();
    await walk.page.getByText('Posters').first().waitFor();
  });

  it('edits it, and merges what somebody else has changed meanwhile', async () => {
    await walk.page.getByRole('link', { name: 'Edit' }).click();
    await walk.page.getByLabel('utm_source').fill('newsletter');
    await walk.page.getByLabel('Name').fill('Summer sale');
    expect((await ask('PATCH', `/v1/campaigns/${campaign}`, { utm_source: 'poster' })).status).toBe(200);
    await button('Save').click();
    walk.failures += 1;
    await walk.page.getByText('Somebody else has changed this campaign').waitFor();
    await button('Save together').click();
    await walk.heading('Summer sale').waitFor();
    await walk.page.getByText('newsletter').first().waitFor();
  });

  it('starts, pauses, resumes and ends it, and says why the other steps cannot be taken', async () => {
    await walk.page.getByText('It is not paused.').waitFor({ state: 'hidden' });
    expect(await button('Pause').getAttribute('aria-disabled')).toBe('true');
    await button('Start').click();
    await walk.page.getByText('It is active already.').waitFor();
    expect(await button('Start').getAttribute('aria-disabled')).toBe('true');
    await button('Pause').click();
    await walk.page.getByText('It is paused already.').waitFor();
    await button('Resume').click();
    await walk.page.getByText('It is not paused.').waitFor();
  });

  it('takes links in, shows what they inherit, and puts a removed one back', async () => {
    await button(/^Links/).click();
    await button('Add links').click();
    await walk.page.getByRole('checkbox', { name: /sale/ }).check();
    await walk.page.getByRole('checkbox', { name: /own/ }).check();
    await button('Add 2 links').click();
    await walk.page.getByText('utm_source=newsletter').waitFor();
    await walk.page.getByText(/^utm_source=own/).waitFor();
    await button(/^Remove .*\/own$/).click();
    await walk.page.getByText(/^utm_source=own/).waitFor({ state: 'hidden' });
    await button('Undo').click();
    await walk.page.getByText(/^utm_source=own/).waitFor();
    const found = await send(walk.product, 'GET', '/sale', { headers: { 'user-agent': PERSON } });
    expect(found.headers.location).toBe('https://example.com/sale?utm_source=newsletter');
    await button('History').click();
    await walk.page.getByText(/^Resumed$/).waitFor();
    await button('Analytics').click();
    await eventually(async () => {
      const { body } = await ask('GET', `/v1/campaigns/${campaign}`);
      expect(body).toMatchObject({ clicks: 1, link_count: 2 });
    });
  });

  it('gives a new link a campaign, whose utm fields it shows', async () => {
    await walk.go('links/new');
    await walk.page.getByLabel('Destination', { exact: true }).fill('https://example.com/third');
    await walk.page.getByText('Campaign and UTM').click();
    await walk.page.getByLabel('Campaign', { exact: true }).selectOption(campaign);
    await walk.page.getByText('https://example.com/third?utm_source=newsletter').waitFor();
    await button('Create link').click();
    await walk.page.getByRole('link', { name: campaign }).click();
    await walk.heading('Summer sale').waitFor();
    await button(/^Links ?3$/).waitFor();
  });

  it('shows a file before it is sent, then what came of each row', async () => {
    await walk.page.keyboard.press('g');
    await walk.page.keyboard.press('i');
    await walk.page.getByText('No imports yet').waitFor();
    const input = walk.page.locator('input[type=file]');
    await input.setInputFiles(file('none.csv', 'colour,shape\nred,round\n'));
    await walk.page.getByText('These columns are of no source that is known.').waitFor();
    await button('Import').click();
    walk.failures += 1;
    await walk.page.getByRole('alert').first().waitFor();
    await button('Another file').click();
    await input.setInputFiles(file('bitly.csv', 'Link;Long URL;Title\nhttps://bit.ly/a;https://example.com/;"A; B"\n'));
    await walk.page.locator('strong').filter({ hasText: 'Bitly' }).waitFor();
    await walk.page.getByRole('cell', { name: 'A; B' }).waitFor();
    await button('Another file').click();
    await input.setInputFiles(file('links.csv', CSV));
    await walk.page.getByRole('cell', { name: 'https://example.com/one' }).waitFor();
    await button('Import').click();
    await walk.heading('Import from Waymark').waitFor();
    await walk.page.getByText('2 rows failed').waitFor();
    await walk.page.getByText('alias_taken').waitFor();
    expect(await button('Cancel import').getAttribute('title')).toBe('It has ended');
    oneImport = idOf();
    await button('Failed rows as CSV').click();
    await eventually(async () => expect(ticketsOf(walk.person.requests)).toBe(1));
  });

  it('cancels an import that runs', async () => {
    await walk.go('imports');
    const rows = Array.from({ length: 50_000 }, (_, index) => `https://example.com/${index}`);
    await walk.page
      .locator('input[type=file]')
      .setInputFiles(file('many.csv', `destination_url\n${rows.join('\n')}\n`));
    await button('Import').click();
    await walk.heading('Import from Waymark').waitFor();
    await button('Cancel import').click();
    await walk.page.getByRole('dialog').getByRole('button', { name: 'Cancel import' }).click();
    await walk.page.getByText(/^Cancelled$/).waitFor();
  });

  it('draws a QR code as it is chosen, warns of what cannot be read, and saves it', async () => {
    await walk.page.keyboard.press('g');
    await walk.page.keyboard.press('q');
    await walk.page.getByText('No QR codes yet').waitFor();
    await walk.page.keyboard.press('n');
    await walk.page.getByLabel('Link', { exact: true }).fill('sale');
    await button(/\/sale/)
      .first()
      .click();
    const image = walk.page.getByRole('img', { name: 'The QR code as it is drawn' });
    await image.waitFor();
    await walk.page.getByLabel('Dark modules', { exact: true }).fill('#cccccc');
    await walk.page
      .getByText(/^Too light/)
      .first()
      .waitFor();
    await walk.page.getByLabel('Dark modules', { exact: true }).fill('#0f4c45');
    await walk.page.getByLabel('Margin').fill('4');
    await walk.page.getByText('Enough contrast and margin').waitFor();
    await walk.page.getByLabel('Name').fill('Shop window');
    await button('Create QR code').click();
    await walk.heading('Shop window').waitFor();
    code = idOf();
    await image.waitFor();
    await button('Download SVG').click();
    await eventually(async () => expect(ticketsOf(walk.person.requests)).toBe(2));
    await walk.page.getByLabel('Size').fill('1000');
    await button('Save').click();
    await walk.page.getByText(/^Saved$/).waitFor();
  });

  walk.testLooks(
    [
      ['campaigns', () => 'campaigns', 'Campaigns'],
      ['no such campaigns', () => 'campaigns?status=ended', 'Campaigns'],
      ['new campaign', () => 'campaigns/new', 'New campaign'],
      ['edit campaign', () => `campaigns/${campaign}/edit`, 'Edit Summer sale'],
      ['campaign that is none', () => ((walk.failures += 1), 'campaigns/cmp_none'), 'Campaign'],
      ['imports', () => 'imports', 'Imports'],
      ['import', () => `imports/${oneImport}`, 'Import from Waymark'],
      ['QR codes', () => 'qr-codes', 'QR codes'],
      ['new QR code', () => 'qr-codes/new', 'New QR code'],
      ['QR code', () => `qr-codes/${code}`, 'Shop window'],
      ['campaign', () => `campaigns/${campaign}`, 'Summer sale'],
      ['history of a campaign', () => `campaigns/${campaign}?tab=history`, 'Summer sale'],
      ['links of a campaign', () => `campaigns/${campaign}?tab=links`, 'Summer sale'],
    ],
    [
      ['links to add', () => button('Add links').click()],
      ['end', () => button('End').click()],
      ['menu', () => button('More actions').click()],
    ],
  );

  it('ends and deletes the campaign', async () => {
    await walk.page.setViewportSize({ width: 1280, height: 800 });
    await walk.go(`campaigns/${campaign}`);
    await button('End').click();
    await button('End campaign').click();
    await walk.page.getByText('It has ended already.').waitFor();
    await walk.page.keyboard.press('#');
    await button('Delete campaign').click();
    await walk.heading('Campaigns').waitFor();
    await walk.page.getByText('No campaigns yet').waitFor();
    await walk.go(`qr-codes/${code}`);
    await walk.heading('Shop window').waitFor();
    await walk.page.keyboard.press('#');
    await button('Delete QR code').click();
    await walk.page.getByText('No QR codes yet').waitFor();
  });
});
