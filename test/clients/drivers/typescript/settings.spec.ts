import { printed } from './ran';

/** A client whose requests are kept in `sent`, as `[url, authorization]`. */
const CLIENT = `
  const sent = [];
  const fetch = async (url, init) => {
    const request = new Request(url, init);
    sent.push([request.url, request.headers.get('authorization')]);
    return Response.json({ count: 1 });
  };
  const refusalOf = (work) => {
    try {
      work();
    } catch (error) {
      return [error instanceof client.WaymarkError, error.message];
    }
  };`;

const KEY = 'svc_live_x';

describe('the settings of a client of the TypeScript library', () => {
  it.each([
    ['http://localhost:3000', {}],
    ['http://localhost:3000', { WAYMARK_BASE_URL: '' }],
    ['https://go.example.com/below', { WAYMARK_BASE_URL: ' https://go.example.com/below//\n' }],
  ])('has the base URL %s', async (url, env) => {
    const lines = `${CLIENT} await new client.Waymark({ fetch }).links.count(); print(sent);`;
    expect(await printed(lines, { WAYMARK_API_KEY: KEY, ...env })).toEqual([
      [[`${url}/v1/links/count`, `Bearer ${KEY}`]],
    ]);
  });

  it.each([
    ['a user and a password', 'https://ada:hush@go.example.com', /user or a password/],
    ['another scheme', 'ftp://hush.example.com', /http:\/\/ or https:\/\//],
    ['no scheme', 'hush:3000', /http:\/\/ or https:\/\//],
    ['a query', 'https://go.example.com/?hush', /query/],
  ])('refuses a base URL with %s, and does not show it', async (_, baseUrl, reason) => {
    const lines = `${CLIENT} print(refusalOf(() => new client.Waymark({ baseUrl: ${JSON.stringify(baseUrl)} })));`;
    const [[isOurs, message]] = (await printed(lines)) as [[boolean, string]];
    expect([isOurs, message]).toEqual([true, expect.stringMatching(reason)]);
    expect(message).not.toContain('hush');
  });

  it('takes a key without the line break at its end', async () => {
    const lines = `${CLIENT}
      const given = { apiKey: '${KEY}\\n', fetch: async (url, init) => (sent.push(init.headers.authorization), Response.json({})) };
      await new client.Waymark(given).links.count();
      print(sent);`;
    expect(await printed(lines)).toEqual([[`Bearer ${KEY}`]]);
  });
});

describe('unwrap of the TypeScript library', () => {
  it('takes a secret with and without its prefix', async () => {
    const lines = `
      const secret = Buffer.alloc(32, 'secret').toString('base64');
      const signature = require('crypto').createHmac('sha256', Buffer.from(secret, 'base64')).update('evt_1.1000.{"n":1}');
      const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': '1000', 'webhook-signature': 'v1,' + signature.digest('base64') };
      for (const one of [secret, 'whsec_' + secret]) print(await client.unwrap('{"n":1}', headers, one, { now: 1_000_000 }));`;
    expect(await printed(lines)).toEqual([{ n: 1 }, { n: 1 }]);
  });
});
