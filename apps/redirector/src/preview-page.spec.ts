import { isBotAgent, isPreviewBot } from '@contexts/clicks';
import { someTarget } from '../../../test/support/redirect-targets';
import { BROWSER, serve } from '../../../test/support/served-redirector';

const PREVIEWERS = [
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Twitterbot/1.0',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'WhatsApp/2.23.20.0',
  'TelegramBot (like TwitterBot)',
  // iMessage.
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
  'Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)',
  'Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)',
  'http.rb/5.1.1 (Mastodon/4.2.1; +https://mastodon.social/) Bot',
  'Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)',
];

const PREVIEW = {
  title: '"Sale" <script>alert(1)</script>',
  description: "50 % & more, it's on",
  image_url: 'https://example.com/ü.png?a=1&b="2"',
};

describe('a link with a preview', () => {
  const link = someTarget({ preview: PREVIEW, redirect_type: 301 });

  it.each(PREVIEWERS)('shows it to %s, and counts a bot', async (agent) => {
    expect([isPreviewBot(agent), isBotAgent(agent)]).toEqual([true, true]);
    const { get, clicks } = await serve([link]);
    const { status, headers, body } = await get('/summer', { 'user-agent': agent });
    expect([status, headers.location]).toEqual([200, undefined]);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'req_new',
    });
    expect(body).toContain(
      '<meta property="og:title" content="&quot;Sale&quot; &lt;script&gt;alert(1)&lt;/script&gt;">' +
        '<meta property="og:description" content="50 % &amp; more, it&#39;s on">' +
        '<meta property="og:image" content="https://example.com/%C3%BC.png?a=1&amp;b=%222%22">',
    );
    expect(body).not.toContain('<script');
    expect(body).not.toContain('https://example.com/summer');
    expect(clicks).toMatchObject([{ is_bot: true, destination: 'https://example.com/summer' }]);
  });

  it.each([
    ['a browser', BROWSER],
    ['another bot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
    ['curl', 'curl/8.5.0'],
    ['no agent', ''],
    ['a mark beyond what is recorded', `${BROWSER} ${'x'.repeat(512)} Twitterbot/1.0`],
  ])('redirects %s', async (_, agent) => {
    const { get } = await serve([link]);
    expect(await get('/summer', { 'user-agent': agent })).toMatchObject({ status: 301, body: '' });
  });

  it('answers HEAD of such a bot without the page, and does not record it', async () => {
    const { get, clicks } = await serve([link]);
    const { status, headers, body } = await get('/summer', { 'user-agent': 'Twitterbot/1.0' }, 'HEAD');
    expect([status, headers['content-type'], body, clicks]).toEqual([200, 'text/html; charset=utf-8', '', []]);
  });

  it('has the title of the link, else its address, where the preview has none', async () => {
    const bodyOf = async (fields: object) => {
      const { get } = await serve([someTarget({ preview: { description: 'd' }, ...fields })]);
      return (await get('/summer', { 'user-agent': 'Twitterbot/1.0' })).body;
    };
    expect(await bodyOf({ title: 'Own' })).toContain('<meta property="og:title" content="Own">');
    expect(await bodyOf({})).toContain('<meta property="og:title" content="go.test/Summer">');
    expect(await bodyOf({})).not.toContain('og:image');
  });

  it.each([
    [404, { disabled_at: '2026-01-01T00:00:00.000Z' }],
    [410, { expires_at: '2026-01-01T00:00:00.000Z' }],
  ])('is shown to nobody where the link is a %i', async (status, fields) => {
    const { get } = await serve([{ ...link, ...fields }]);
    expect((await get('/summer', { 'user-agent': 'Twitterbot/1.0' })).status).toBe(status);
  });

  it('is absent where the link has none: such bots are redirected', async () => {
    const { get } = await serve([someTarget()]);
    expect((await get('/summer', { 'user-agent': 'Twitterbot/1.0' })).status).toBe(302);
  });
});
