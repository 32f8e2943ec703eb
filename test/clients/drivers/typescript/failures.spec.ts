import { ran } from './ran';

/** Runs lines of a program that has a client, whose server answers 404. */
const run = (lines: string, apiKey = 'svc_live_x') =>
  ran(`
    const fetch = async (url, init) => (new Request(url, init), new Response('{"code":"not_found"}', { status: 404 }));
    const waymark = new client.Waymark({ apiKey: ${JSON.stringify(apiKey)}, baseUrl: 'http://localhost', fetch });
    const lines = async () => { ${lines} };
    await lines();
    setTimeout(() => console.log('goes on'), 10);`);

describe('a call of the TypeScript library that fails', () => {
  it.each(['waymark.links.get("link_x")', 'waymark.links.get("link_x").withResponse()'])(
    'fails once, where it is awaited: %s',
    async (call) =>
      expect(await run(`try { await ${call} } catch (error) { console.log(error.status) }`)).toEqual({
        status: 0,
        stdout: '404\ngoes on\n',
        stderr: '',
      }),
  );

  it('does not show the key, where it has a character that no header takes', async () => {
    const { stdout, stderr } = await run(
      `await waymark.links.get("link_x").catch((error) => console.log(error.message));`,
      'svc_live_secret\nOTHER=1',
    );
    expect(stdout).toMatch(/^the API key has a character that no key has/);
    expect(stdout + stderr).not.toContain('secret');
  });
});
