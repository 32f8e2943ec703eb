import { readFileSync, readdirSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { eventually } from '../support/programs';
import { freePort, send } from '../support/waymark';
import {
  type Launched,
  compile,
  killHard,
  launch,
  loaderOf,
  makeFolder,
  postgresOf,
  processesOf,
  removeFolder,
} from './processes';

/** The guarantee is 10 s; without it a frozen process would keep the product from ending. */
const WITHIN_MS = 180_000;

describe('a request to end', () => {
  let folder: string;
  let dataDir: string;
  let port: number;
  let running: Launched;

  const start = () => (running = launch(dataDir, port));

  beforeAll(() => {
    compile();
    folder = makeFolder('stop');
  });

  beforeEach(async () => {
    dataDir = join(folder, 'data');
    port = await freePort();
  });

  afterEach(async () => {
    killHard(processesOf(dataDir));
    await running.exit;
  });

  afterAll(() => removeFolder(folder));

  const ready = () =>
    eventually(async () => expect((await send({ url: '', port }, 'GET', '/health/ready')).status).toBe(200), 120_000);
  const lock = () =>
    readFileSync(
      join(
        dataDir,
        readdirSync(dataDir)
          .filter((name) => name.endsWith('.lock'))
          .at(-1) ?? '',
      ),
      'utf8',
    );

  const endsWell = async (signalled: number) => {
    expect(await running.exit).toEqual({ code: 0, signal: null });
    expect(performance.now() - signalled).toBeLessThan(WITHIN_MS);
    await eventually(() => expect(processesOf(dataDir)).toEqual([]));
    expect(lock()).toBe('{}');
  };

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s to the whole group fails no request that was accepted, and leaves nothing running',
    async (signal) => {
      start();
      await ready();
      const clients = new Clients(port);
      clients.start(8);
      await eventually(() => expect(clients.answered).toBeGreaterThan(100));
      const signalled = performance.now();
      clients.judge();
      if (running.child.pid) process.kill(-running.child.pid, signal);
      await endsWell(signalled);
      await clients.done;
      expect(clients.failures).toEqual([]);
    },
  );

  it.each([
    ['the database is made', /made the database/],
    ['the database is up', /postgres is ready/],
    ['the schema is made', /schema was migrated/],
    ['the first workspace is made', /made the first workspace/],
  ])('by SIGTERM during the start, when %s, leaves nothing running, and the next start works', async (_, said) => {
    dataDir = join(folder, `new-${port}`);
    start();
    await eventually(() => expect(running.output()).toMatch(said), 120_000);
    const signalled = performance.now();
    running.child.kill('SIGTERM');
    await endsWell(signalled);
    start();
    await ready();
  });

  it.each([
    ['the click loader', loaderOf],
    ['Postgres', postgresOf],
  ])('by SIGTERM succeeds in bounded time although %s is frozen', async (_, victimOf) => {
    start();
    await ready();
    const victim = victimOf(running.child.pid ?? 0);
    process.kill(victim, 'SIGSTOP');
    const signalled = performance.now();
    running.child.kill('SIGTERM');
    await running.exit;
    expect(performance.now() - signalled).toBeLessThan(WITHIN_MS);
    // A frozen database cannot be signalled; the next start deals with its remains.
    start();
    await ready();
  });
});

/** Each sends requests on a kept-alive connection, one after the other, until no new connection is accepted. */
class Clients {
  answered = 0;
  readonly failures: string[] = [];
  /** Until the signal a busy machine may shed requests. */
  private shed = /^503$/;
  done: Promise<unknown> = Promise.resolve();

  constructor(private readonly port: number) {}

  judge(): void {
    this.shed = /^$/;
  }

  start(count: number): void {
    this.done = Promise.all(
      Array.from({ length: count }, () => this.ask(new Agent({ keepAlive: true, maxSockets: 1 }))),
    );
  }

  private async ask(agent: Agent): Promise<void> {
    for (;;) {
      const outcome = await this.once(agent);
      if (outcome === 'refused') return agent.destroy();
      if (outcome !== '404' && !this.shed.test(outcome)) this.failures.push(outcome);
      this.answered += 1;
    }
  }

  /** `refused` for a new connection that was not accepted; the kernel also resets those waiting to be accepted. */
  private once(agent: Agent): Promise<string> {
    return new Promise((resolve) => {
      const sent = request({ host: '127.0.0.1', port: this.port, path: '/nobody-made-this', agent });
      sent.once('response', (response: IncomingMessage) => {
        response.resume();
        response.once('end', () => resolve(String(response.statusCode)));
        response.once('error', (error) => resolve(`broken answer: ${error.message}`));
      });
      sent.once('error', ({ code, message }: NodeJS.ErrnoException) =>
        resolve(sent.reusedSocket ? `on a connection in use: ${code ?? message}` : 'refused'),
      );
      sent.end();
    });
  }
}
