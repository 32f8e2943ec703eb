import { inBrowser } from './support/walk';

/** The forms with a preview, by their paths, headings and previews. */
const FORMS = [
  ['links/new', 'New link', 'What visitors get'],
  ['campaigns/new', 'New campaign', 'What its links get'],
  ['webhooks/new', 'New webhook', 'What it receives'],
  ['qr-codes/new', 'New QR code', 'Preview'],
] as const;

inBrowser('what is read in the dashboard, and in which order', (walk) => {
  beforeAll(() => walk.signIn());

  it.each(FORMS)('puts the fields of %s before their preview on a narrow screen', async (path, title, preview) => {
    await walk.page.setViewportSize({ width: 360, height: 800 });
    await walk.go(path);
    await walk.heading(title).waitFor();
    await walk.settle();
    const aside = walk.page.getByRole('complementary', { name: preview });
    await aside.waitFor();
    // Of the document and on the screen: with CSS these may differ.
    const order = await walk.page.evaluate<{ readonly document: boolean; readonly screen: boolean }>(`(() => {
        const aside = document.querySelector('main aside[aria-label="${preview}"]');
        const fields = [...aside.closest('form').querySelectorAll('input, textarea, select, button')]
          .filter((one) => !aside.contains(one) && one.checkVisibility());
        const follows = (one) => Boolean(one.compareDocumentPosition(aside) & Node.DOCUMENT_POSITION_FOLLOWING);
        const { top } = aside.getBoundingClientRect();
        return {
          document: fields.length > 2 && fields.every(follows),
          screen: fields.every((one) => one.getBoundingClientRect().top < top),
        };
      })()`);
    expect(order).toEqual({ document: true, screen: true });
    await walk.page.setViewportSize({ width: 1280, height: 800 });
  });

  it.each(FORMS)('keeps the preview of %s legible beside its requests', async (path, title, preview) => {
    await walk.go(path);
    await walk.heading(title).waitFor();
    await walk.settle();
    const aside = walk.page.getByRole('complementary', { name: preview });
    await aside.waitFor();
    await walk.page.getByRole('button', { name: /^Show as request/ }).click();
    await walk.page.getByRole('complementary', { name: 'This screen as requests' }).waitFor();
    const width = await walk.page.evaluate<number>(
      `document.querySelector('main aside[aria-label="${preview}"]').getBoundingClientRect().width`,
    );
    expect(width).toBeGreaterThanOrEqual(200);
    await walk.page.keyboard.press('Escape');
  });

  describe('as a request in Go', () => {
    const panel = () => walk.page.getByRole('complementary', { name: 'This screen as requests' });
    const tab = (name: string) => panel().getByRole('tab', { name, exact: true });
    const code = () => panel().getByRole('region', { name: 'The request in go' });
    const choose = (request: string) => panel().getByRole('list').getByText(request).first().click();
    const shown = (text: string): Promise<void> => code().filter({ hasText: text }).waitFor();

    it('says so if what writes it does not come', async () => {
      await walk.go('links?search=go-');
      await walk.heading('Links').waitFor();
      await walk.page.getByRole('button', { name: /^Show as request/ }).click();
      await walk.page.route('**/go-snippet-*.js', (route) => route.abort());
      await walk.provoking(async () => {
        await tab('Go').click();
        await shown('could not be loaded');
      });
      await walk.page.unroute('**/go-snippet-*.js');
    });

    it('keeps a place for it while it is loaded', async () => {
      const letGo = await walk.hold('**/go-snippet-*.js');
      await walk.page.goto(walk.page.url());
      await walk.heading('Links').waitFor();
      await walk.page.getByRole('button', { name: /^Show as request/ }).click();
      await tab('Go').click();
      await panel().getByText('Loading the request').waitFor();
      expect(await panel().getByRole('button', { name: 'Copy code' }).count()).toBe(0);
      letGo();
      await shown('func main()');
      await panel().getByRole('button', { name: 'Copy code' }).waitFor();
    });

    it('calls the library by its types', async () => {
      await choose('/v1/links?');
      await shown('client.Links.List(ctx, waymark.LinksListParams{');
      await shown('Search: "go-"');
      const { id } = await walk.api<{ readonly id: string }>('POST', '/v1/links', {
        destination_url: 'https://a.example',
      });
      const { updated_at: at } = await walk.api<{ readonly updated_at: string }>('PATCH', `/v1/links/${id}`, {
        title: 'Now',
      });
      await walk.go(`links/${id}?as_of=${at}`);
      await choose(`/v1/links/${id}?as_of=`);
      await shown(`client.Links.GetAt(ctx, "${id}", "${at}")`);
    });

    it('grows with a form', async () => {
      await walk.go('links/new');
      await walk.page.getByLabel('Destination', { exact: true }).fill('https://a.example/"typed"');
      await shown('client.Links.Create(ctx, waymark.LinkCreate{');
      await shown(String.raw`DestinationURL: "https://a.example/\"typed\""`);
      await walk.page.keyboard.press('Escape');
    });
  });

  it('shows three toasts at most', async () => {
    await walk.api('POST', '/v1/links', { destination_url: 'https://a.example', alias: 'first' });
    await walk.go('links');
    await walk.page.getByRole('link', { name: /\/first$/ }).waitFor();
    await walk.page.keyboard.press('j');
    // Each of them says that the URL is copied.
    for (let times = 0; times < 5; times += 1) await walk.page.keyboard.press('y');
    const toasts = walk.page.locator('[data-toast]');
    await toasts.nth(4).waitFor({ state: 'attached' });
    expect(await walk.page.locator('[data-toast]:visible').count()).toBe(3);
    // Roles are only of what a screen reader reaches.
    expect(await walk.page.getByRole('button', { name: 'Dismiss' }).count()).toBe(3);
  });
});
