import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { FROM_SOURCES } from '../../../support/programs';

const CLIENT = join(__dirname, '../../../../libs/clients/typescript/src/index.ts');

/** Runs lines of a program that has a client, whose server answers 404. */
const run = (lines: string, apiKey = 'svc_live_x') => {
  const program = `
    const { Waymark } = require(${JSON.stringify(CLIENT)});
    const fetch = async (url, init) => (new Request(url, init), new Response('{"code":"not_found"}', { status: 404 }));
    const waymark = new Waymark({ apiKey: ${JSON.stringify(apiKey)}, baseUrl: 'http://localhost', fetch });
    const work = async () => { ${lines} };
    work().then(() => setTimeout(() => console.log('goes on'), 10));`;
  const args = [...FROM_SOURCES, '-e', program];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, stdout, stderr };
};

describe('a call of the TypeScript library that fails', () => {
  it.each(['waymark.links.get("link_x")', 'waymark.links.get("link_x").withResponse()'])(
    'fails once, where it is awaited: %s',
    (call) =>
      expect(run(`try { await ${call} } catch (error) { console.log(error.status) }`)).toEqual({
        status: 0,
        stdout: '404\ngoes on\n',
        stderr: '',
      }),
  );

  it('does not show the key, where it has a character that no header takes', () => {
    const { stdout, stderr } = run(
      `await waymark.links.get("link_x").catch((error) => console.log(error.message));`,
      'svc_live_secret\nOTHER=1',
    );
    expect(stdout).toMatch(/^the API key has a character that no key has/);
    expect(stdout + stderr).not.toContain('secret');
  });
});
