// The clicks of click-messages.json, without what a test's click has by itself.
const AT = Date.UTC(2026, 10, 21, 10);
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 ' +
  'Mobile/15E148 Safari/604.1';

/** Every field has a value in one of them and is empty in another, as far as it may be. */
export const CLICKS = [
  {},
  { at: AT + 1_001, visitor: 'another', agent: PHONE, language: 'de-DE,de;q=0.8', referrer: '', country: 'AT' },
  {
    at: AT + 2_002,
    link_id: 'link_2',
    domain_id: 'dom_2',
    revision: '9007199254740993',
    tags: ['spring', 'a "b" [c]', 'Grüße'],
    campaign_id: 'cmp_1',
    destination: 'https://example.com/Größe?utm_source=n&utm_medium=m&utm_campaign=c&utm_term=t&utm_content=o',
    utm_source: 'n',
    utm_medium: 'm',
    utm_campaign: 'c',
    utm_term: 't',
    utm_content: 'o',
    network: '2001:db8:1::/48',
    rule: 2,
    variant: 1,
    purpose: 'prefetch',
    referrer: 'https://www.news.example/story?id=1#top',
    method: 'POST',
    trigger: 'qr',
    bot_rules: 2,
  },
  { at: AT + 3_003, visitor: 'robot', agent: BOT, is_bot: true, network: null, country: null, language: '', tags: [] },
];
