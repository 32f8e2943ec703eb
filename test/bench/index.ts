// The redirect index from nothing: events of new links, as many as wanted, through the processors of the product into lmdb.
// For each million (or tenth): links a second, and what the process holds. Then look-ups at random and of a few links, and
// the same in a process that has just started. One process of its own each, on the file system of the temporary folder.
// The feed ends early after so many seconds, and the rest is measured on what there is.
// A folder that is named is kept, and one that has an index is only read: then so many of its links are looked up.
//   node -r ./test/support/typescript.cjs test/bench/index.ts [links=1000000] [seconds=Infinity] [folder]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Delivery, EventStore, Recorded } from '@kernel';
import { someMetadata } from '@kernel/testing';
import { DEFAULT_DOMAIN, LINK_CATEGORY, linkIdOf, linkStream } from '@contexts/links';
import { pause } from '@platform/async';
import { digest } from '@platform/commands';
import { RedirectIndex, runRedirectIndex } from '@apps/redirector';
import { linkCreated } from '../support/link-events';

const LINKS = Number(process.argv[2] ?? 1_000_000);
const SECONDS = Number(process.argv[3] ?? Infinity);
const folder = process.argv[4];
const path = folder ?? mkdtempSync(join(tmpdir(), 'index-'));
const isFilled = existsSync(join(path, 'data.mdb'));
const STEP = Math.min(1_000_000, Math.ceil(LINKS / 10));
const LOOKUPS = 500_000;
/** An odd factor, which makes of every number below 2^31 another one: aliases come in no order, as random ones do. */
const SCRAMBLE = 1_103_515_245;
const FEW = 1_000;

const aliasOf = (n: number): string => (Math.imul(n, SCRAMBLE) >>> 0).toString(36).padStart(7, '0');

const figures = () => {
  const status = readFileSync('/proc/self/status', 'utf8');
  const mb = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1_024;
  const { majorPageFault, minorPageFault, userCPUTime, systemCPUTime } = process.resourceUsage();
  return {
    own: mb('RssAnon'),
    mapped: mb('RssFile'),
    major: majorPageFault,
    minor: minorPageFault,
    cpu: (userCPUTime + systemCPUTime) / 1e6,
  };
};
type Figures = ReturnType<typeof figures>;

const row = (...cells: readonly (string | number)[]): void =>
  console.log(
    cells.map((cell, n) => String(typeof cell === 'number' ? Math.round(cell) : cell).padStart(n ? 11 : 24)).join(''),
  );
const HEAD = ['links/s', 'CPU µs', 'own MB', 'mapped MB', 'major', 'minor', 'file MB'];
const print = (name: string, count: number, { seconds, before }: { seconds: number; before: Figures }): void => {
  const now = figures();
  const file = statSync(join(path, 'data.mdb')).blocks / 2_048;
  const cpu = (((now.cpu - before.cpu) * 1e6) / count).toFixed(1);
  row(name, count / seconds, cpu, now.own, now.mapped, now.major - before.major, now.minor - before.minor, file);
};

/** Of how many events, the newest ones, the store is asked again: those at checkpoints of the last batches. */
const KEPT = 20_000;

/** A store of new links alone, made as they are asked for. */
const storeOf = (
  made: { count: number; isOver: boolean; readonly newest: Map<string, number> },
  onStep: () => void,
): Pick<EventStore, 'read' | 'subscribe' | 'head' | 'identity'> => ({
  head: async () => BigInt(made.count) - 1n,
  identity: async () => 'store',
  read: async (stream) => {
    const n = made.newest.get(stream);
    return n === undefined ? [] : [creationOf(n)];
  },
  async *subscribe({ categories, signal }): AsyncGenerator<Delivery> {
    const until = performance.now() + SECONDS * 1_000;
    for (; categories.includes(LINK_CATEGORY) && made.count < LINKS && !made.isOver; made.count += 1) {
      const recorded = creationOf(made.count);
      made.newest.set(recorded.stream, made.count);
      if (made.newest.size > KEPT) made.newest.delete(made.newest.keys().next().value ?? '');
      yield { kind: 'event', recorded };
      if ((made.count + 1) % STEP === 0) onStep();
      made.isOver = performance.now() > until;
    }
    if (categories.includes(LINK_CATEGORY)) made.isOver = true;
    yield { kind: 'caught-up', position: BigInt(made.count - 1) };
    if (!signal.aborted) await once(signal, 'abort');
  },
});

const creationOf = (n: number): Recorded => {
  const alias = aliasOf(n);
  const link_id = linkIdOf(DEFAULT_DOMAIN, alias, digest);
  const event = linkCreated({ link_id, alias, destination_url: `https://example.com/some/path/${n}?utm_source=mail` });
  const envelope = { id: `event ${n}`, stream: linkStream(link_id), revision: 0n, position: BigInt(n) };
  return { ...envelope, event, metadata: someMetadata() };
};

/** @returns how many links there are */
const feed = async (): Promise<number> => {
  const index = await RedirectIndex.open(path);
  let [began, before] = [performance.now(), figures()];
  const whole = { seconds: began, before };
  const made = { count: 0, isOver: false, newest: new Map<string, number>() };
  const store = storeOf(made, () => {
    print(`up to ${(made.count + 1).toLocaleString('en')}`, STEP, {
      seconds: (performance.now() - began) / 1_000,
      before,
    });
    [began, before] = [performance.now(), figures()];
  });
  const ending = new AbortController();
  const log = { warn: console.error };
  const running = runRedirectIndex(index, { store, log, signal: ending.signal });
  while (!made.isOver || index.state.position() < BigInt(made.count - 1)) await pause(100);
  print('from nothing', made.count, { ...whole, seconds: (performance.now() - whole.seconds) / 1_000 });
  ending.abort();
  await running;
  await index.close();
  return made.count;
};

const lookUp = (index: RedirectIndex, name: string, pick: () => number): void => {
  const [began, before] = [performance.now(), figures()];
  for (let n = 0; n < LOOKUPS; n += 1)
    if (!index.readyAnswer(DEFAULT_DOMAIN, aliasOf(pick()))) throw new Error('a link is missing');
  print(name, LOOKUPS, { seconds: (performance.now() - began) / 1_000, before });
};

const attach = (): void => {
  const began = performance.now();
  const index = RedirectIndex.attach(path);
  if (!index.readyAnswer(DEFAULT_DOMAIN, aliasOf(LINKS >> 1))) throw new Error('a link is missing');
  console.log(`a process on the index: its first answer after ${(performance.now() - began).toFixed(1)} ms`);
  row('look-ups', ...HEAD);
  lookUp(index, 'all, at random', () => Math.floor(Math.random() * LINKS));
  lookUp(index, 'all, once more', () => Math.floor(Math.random() * LINKS));
  lookUp(index, `${FEW} links`, () => Math.floor(Math.random() * FEW));
  index.close().then(
    () => process.exit(),
    () => process.exit(1),
  );
};

const main = async (): Promise<void> => {
  if (isFilled) return attach();
  mkdirSync(path, { recursive: true });
  try {
    row(`${LINKS.toLocaleString('en')} links`, ...HEAD);
    const count = await feed();
    const child = fork(__filename, [String(count), '0', path], { stdio: 'inherit' });
    await once(child, 'exit');
    process.exitCode = child.exitCode ?? 1;
  } finally {
    if (folder === undefined) rmSync(path, { recursive: true, force: true });
  }
};

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
