import { printed } from './ran';

/** Pauses end at once, and are kept in `pauses`, in milliseconds; the time-outs of attempts are none. */
const PAUSES = `
  const pauses = [];
  const later = globalThis.setTimeout;
  globalThis.setTimeout = (work, milliseconds) => (pauses.push(milliseconds), later(work, 0));`;

/** A client whose requests are answered in turn, the last answer for ever. An answer: its status and headers. */
const CLIENT = `
  ${PAUSES}
  const answering = (...answers) => {
    const fetch = async (url, init) => {
      const [status, headers = {}] = answers.length > 1 ? answers.shift() : answers[0];
      const type = { 'content-type': 'application/problem+json' };
      return new Response(JSON.stringify({ code: 'unavailable', errors: [] }), { status, headers: { ...type, ...headers } });
    };
    return new client.Waymark({ apiKey: 'svc_live_x', baseUrl: 'http://localhost', timeout: Infinity, maxRetries: 12, fetch });
  };
  const kindOf = (call) => call.then(() => 'done', (error) => error.name);`;

describe('the TypeScript library', () => {
  it('pauses longer between repeats each time, and never longer than 8 s', async () => {
    const [kind, pauses] = (await printed(
      `${CLIENT} print(await kindOf(answering([503]).links.count())); print(pauses);`,
    )) as [string, number[]];
    const bounds = [500, 1_000, 2_000, 4_000, ...Array.from({ length: 8 }, () => 8_000)];
    expect(kind).toBe('ServerError');
    expect(pauses.map((pause, index) => pause <= (bounds[index] ?? 0) && pause >= (bounds[index] ?? 0) * 0.75)).toEqual(
      bounds.map(() => true),
    );
  });

  it.each([
    [
      'by the clock of its answer',
      { 'retry-after': 'Sat, 01 Jan 2000 00:00:07 GMT', date: 'Sat, 01 Jan 2000 00:00:00 GMT' },
      7,
    ],
    ['as seconds', { 'retry-after': '3', date: 'Sat, 01 Jan 2000 00:00:00 GMT' }, 3],
    ['by its own clock where the answer has none', { 'retry-after': 'Sat, 01 Jan 2000 00:00:07 GMT' }, 0],
  ])('takes a Retry-After %s', async (_, headers, seconds) => {
    const lines = `${CLIENT} await answering([503, ${JSON.stringify(headers)}], [200]).links.count(); print(pauses);`;
    expect(await printed(lines)).toEqual([[seconds * 1_000]]);
  });

  it.each([
    ['a rate limit alone', [429, 404], 'NotFound'],
    ['a rate limit and a failure', [429, 503, 429, 404], 'done'],
    ['a failure', [500, 404], 'done'],
  ])(
    'takes the 404 of a DELETE for done only where it may have been done before: after %s',
    async (_, statuses, kind) => {
      const answers = JSON.stringify(statuses.map((status) => [status]));
      expect(await printed(`${CLIENT} print(await kindOf(answering(...${answers}).links.delete('link_x')));`)).toEqual([
        kind,
      ]);
    },
  );
});

describe('waymark links import', () => {
  it('asks for the end of an import until it has it, with longer pauses while the server is away', async () => {
    const lines = `
      ${PAUSES}
      const { linkCommands } = part('command/links.ts');
      const command = linkCommands.find(({ name }) => name === 'links import');
      const job = { id: 'imp_1', status: 'running', created: 1, failed: 0, total: 1, errors: [], ended_at: null };
      const info = { status: 503, headers: {}, requestId: null };
      const failures = [
        ...Array.from({ length: 12 }, () => new client.ServerError(info, null, '', null)),
        new client.RateLimited(info, null, '', 90),
      ];
      const get = async () => {
        if (failures.length > 0) throw failures.shift();
        return { ...job, status: 'completed', ended_at: 'now' };
      };
      const create = () => ({ withResponse: async () => ({ data: job, response: { headers: {} } }) });
      const output = { isJson: false, clear() {}, progress() {}, note: print, line: print };
      await command.run({ waymark: { imports: { create, get } }, values: { again: true }, words: ['links.csv'], output });
      print(pauses);`;
    const [, done, pauses] = await printed(lines);
    expect(done).toBe('1 links were made, 0 rows failed.');
    expect(pauses).toEqual([1_000, 2_000, 4_000, ...Array.from({ length: 10 }, () => 8_000), 90_000]);
  });
});
