import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Recorded } from '@kernel';
import { someMetadata } from '@kernel/testing';
import { Comparison } from './comparison';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const heldMb = (): number => {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1_000_000;
};

const metadata = someMetadata();
const at = (stream: string, revision: bigint, title = 'A title'): Recorded => ({
  id: `${stream} ${revision}`,
  stream,
  revision,
  position: 7n,
  event: { type: 'Renamed', data: { title } },
  metadata,
});

const compare = (original: readonly Recorded[], copied: readonly Recorded[]): Comparison => {
  const comparison = new Comparison();
  for (const recorded of original) comparison.addOriginal(recorded);
  for (const recorded of copied) comparison.addCopied(recorded);
  return comparison;
};

const [one, two, three] = [at('link-1', 0n), at('link-1', 1n), at('link-2', 0n)];

describe('the comparison of a copy', () => {
  it('finds none that differs where each stream has the same events, at whatever positions', () => {
    const comparison = compare([one, two, three], [{ ...three, position: 1n }, one, two]);
    expect([comparison.differing(), comparison.extra()]).toEqual([[], []]);
    expect([comparison.original, comparison.copied]).toEqual(Array(2).fill({ events: 3, streams: 2 }));
  });

  it.each<readonly [string, readonly Recorded[]]>([
    ['lacks an event', [one, three]],
    ['lacks the stream', [three]],
    ['has one event more', [one, two, at('link-1', 2n), three]],
    ['has an event twice', [one, two, two, three]],
    ['has other data', [one, at('link-1', 1n, 'Another'), three]],
    ['has another id', [one, { ...two, id: 'another' }, three]],
    ['has other metadata', [one, { ...two, metadata: someMetadata({ command_id: 'another' }) }, three]],
    ['has the events in another order', [{ ...one, revision: 1n }, { ...two, revision: 0n }, three]],
  ])('names a stream of which the copy %s', (_, copied) => {
    const comparison = compare([one, two, three], copied);
    expect([comparison.differing(), comparison.extra()]).toEqual([['link-1'], []]);
  });

  it('names a stream that only the copy has once, in the order in which it came, and counts it', () => {
    const names = ['link-9', 'link-7', 'link-8', 'domain-a'];
    const comparison = compare([one], [one, ...names.flatMap((name) => [at(name, 0n), at(name, 1n)])]);
    expect([comparison.differing(), comparison.extra()]).toEqual([[], names]);
    expect([comparison.original, comparison.copied]).toEqual([
      { events: 1, streams: 1 },
      { events: 9, streams: 5 },
    ]);
  });

  it('holds 100,000 streams of both stores in 20 MB', () => {
    // As they come from a server: separate texts, also where they are equal.
    const name = (n: number): string => Buffer.from(`link-${String(n).padStart(26, '0')}`).toString('latin1');
    const before = heldMb();
    const comparison = new Comparison();
    for (let n = 0; n < 100_000; n += 1) comparison.addOriginal(at(name(n), 0n));
    for (let n = 0; n < 100_000; n += 1) comparison.addCopied(at(name(n), 0n));
    expect(heldMb() - before).toBeLessThan(20);
    expect(comparison.differing()).toEqual([]);
  });
});
