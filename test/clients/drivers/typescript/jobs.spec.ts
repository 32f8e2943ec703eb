import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { FROM_SOURCES } from '../../../support/programs';
import { type Client, api, register } from '../../../support/waymark';
import { underTest } from '../../support/under-test';

const ROOT = join(__dirname, '../../../..');
const JOBS = join(ROOT, 'docs/jobs');
const MAIN = join(ROOT, 'libs/clients/typescript/src/command/main.ts');

describe('the jobs in docs/jobs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-jobs-'));
  let client: Client;
  let env: NodeJS.ProcessEnv;
  const run = (script: string, args: readonly string[], input = '', more: NodeJS.ProcessEnv = {}) => {
    const { status, stdout, stderr } = spawnSync(join(JOBS, script), args, {
      env: { ...env, ...more },
      input,
      cwd: folder,
    });
    return { status, stdout: String(stdout), stderr: String(stderr) };
  };

  beforeAll(async () => {
    const { product } = underTest();
    const { access_token } = await register(product);
    const { body } = await api(product, access_token).post<{ key: string }>('/v1/api-keys', {
      name: 'jobs',
      scope: 'Read + Write',
    });
    client = api(product, body.key);
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    const words = [process.execPath, ...FROM_SOURCES, MAIN].map((word) => `'${word}'`).join(' ');
    writeFileSync(join(bin, 'waymark'), `#!/bin/sh\nexec ${words} "$@"\n`);
    chmodSync(join(bin, 'waymark'), 0o755);
    const PATH = `${bin}${delimiter}${process.env['PATH'] ?? ''}`;
    env = { ...process.env, PATH, WAYMARK_API_KEY: body.key, WAYMARK_BASE_URL: product.url };
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('create a link of each page, once', async () => {
    const pages = 'https://example.com/summer\tcms-10\nhttps://example.com/autumn\tcms-1\n';
    const first = run('create-links.sh', ['release'], pages);
    expect(first).toEqual({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(/^cms-10\thttp.*\ncms-1\thttp.*\n$/),
    });
    expect(run('create-links.sh', ['release'], pages)).toEqual(first);
    const { body } = await client.get<{ count: number }>('/v1/links/count?tags=release');
    expect(body.count).toBe(2);
    const refused = run('create-links.sh', ['release'], 'nonsense\tcms-3\nhttps://example.com/winter\tcms-4\n');
    expect(refused).toMatchObject({ status: 1, stdout: expect.stringMatching(/^cms-4\t/) });
  });

  it('create a link of the last page too, whose line has no end, and of pages as Windows writes them', async () => {
    const made = run('create-links.sh', ['crlf'], 'https://example.com/1\tcms-21\r\nhttps://example.com/2\tcms-22');
    expect(made).toEqual({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(/^cms-21\thttp.*\ncms-22\thttp.*\n$/),
    });
    const { body } = await client.get<{ data: { external_id: string }[] }>('/v1/links?tags=crlf');
    expect(body.data.map(({ external_id }) => external_id).sort()).toEqual(['cms-21', 'cms-22']);
  });

  it('check the links of a release, and fail where one does not redirect', async () => {
    expect(run('check-links.sh', ['release'])).toMatchObject({ status: 0 });
    const fields = { destination_url: 'https://a.example/', tags: ['release'], redirect_type: 308 };
    const { body } = await client.post<{ id: string }>('/v1/links', fields);
    expect(run('check-links.sh', ['release'])).toMatchObject({ status: 0 });
    expect((await client.post(`/v1/links/${body.id}/disable`, {})).status).toBe(200);
    expect(run('check-links.sh', ['release'])).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('disabled'),
    });
    expect(run('check-links.sh', ['nothing'])).toMatchObject({ status: 1 });
  });

  it('export the clicks of each of the last seven days to a file, once', () => {
    const files = join(folder, 'clicks');
    expect(run('export-clicks.sh', [files])).toMatchObject({ status: 0, stderr: '' });
    const all = readdirSync(files).sort();
    const days = all.map((file) => /^clicks-(\d{4}-\d\d-\d\d)\.parquet$/.exec(file)?.[1] ?? file);
    const first = Date.parse(days[0] ?? '');
    const dayAfter = (days: number) => new Date(first + days * 86_400_000).toISOString().slice(0, 10);
    expect(days).toEqual([0, 1, 2, 3, 4, 5, 6].map(dayAfter));

    const [kept = '', ...others] = all;
    writeFileSync(join(files, kept), 'kept');
    for (const missing of [others[1], others[4]]) rmSync(join(files, missing ?? ''));
    const refused = run('export-clicks.sh', [files], '', { WAYMARK_API_KEY: 'svc_live_nobody' });
    expect([refused.status, readdirSync(files).length]).toEqual([1, 5]);
    expect(run('export-clicks.sh', [files])).toMatchObject({ status: 0 });
    expect(readdirSync(files).sort()).toEqual(all);
    expect(readFileSync(join(files, kept), 'utf8')).toBe('kept');
    for (const file of others) expect(readFileSync(join(files, file)).subarray(0, 4).toString()).toBe('PAR1');
  });

  it('run by the line for cron, which shows no key, as cron logs and mails it', () => {
    const [, line = ''] = /^# +15 2 \* \* \* +(.*)$/m.exec(readFileSync(join(JOBS, 'export-clicks.sh'), 'utf8')) ?? [];
    expect(line).not.toMatch(/svc_live_|WAYMARK_API_KEY/);
    const { WAYMARK_API_KEY, WAYMARK_BASE_URL, ...others } = env;
    const variables = join(folder, 'waymark.env');
    writeFileSync(variables, `WAYMARK_API_KEY=${WAYMARK_API_KEY}\nWAYMARK_BASE_URL=${WAYMARK_BASE_URL}\n`);
    // Quoted: a checkout may be in a folder with spaces.
    const command = line
      .replace('/etc/waymark.env', `'${variables}'`)
      .replace('/opt/jobs', `'${JOBS}'`)
      .replace('/srv/clicks', `'${join(folder, 'nightly')}'`);
    expect(spawnSync('/bin/sh', ['-c', command], { env: others }).status).toBe(0);
    expect(readdirSync(join(folder, 'nightly'))).toContainEqual(expect.stringMatching(/\.parquet$/));
  });
});
