import { spawn } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import promises from 'node:fs/promises';
import { join } from 'node:path';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { type Journal, openJournal } from './journal';
import { crcAt, FrameKind, FRAME_OVERHEAD, sealOf, writeFrame } from './frame';
import { readHead, writeHead } from './head';
import { headPath, headsIn, makeFolders, mintSource, segmentPath, segmentsIn } from './layout';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type SourceOwner, thisProcess } from './owner';
import { type Block, readBlocks } from './read-blocks';
import { recover, recoverDead } from './recover';
import { sealedUpTo } from './sealed-up-to';
import { waitingBlocks } from './source-status';
import { holding, plain, readUntil, silent, texts } from '../../../../test/support/click-blocks';
import { tempFolders } from '../../../../test/support/temp-folders';

const folder = tempFolders();
const NOON = Date.UTC(2026, 10, 21, 12);
const someone = { pid: 999_999_999, started: '1', host: hostname() };

interface Left {
  readonly source?: string;
  readonly segment?: number;
  readonly carried?: number;
  /** Numbers of the records that a seal follows. */
  readonly sealed?: readonly number[];
}

/** What a dead writer leaves: a segment with these records. */
const deadSource = async (
  directory: string,
  records: readonly string[],
  { source = mintSource(1), segment = 1, carried = 0, sealed = [] }: Left = {},
) => {
  mkdirSync(segmentsIn(directory), { recursive: true });
  mkdirSync(headsIn(directory), { recursive: true });
  const bytes = Buffer.alloc(64 * 1024);
  const ends: number[] = [];
  let end = 0;
  let chain = 0;
  const write = (kind: FrameKind, seq: number, payload: string) => {
    const start = end;
    end = writeFrame(bytes, start, kind, seq, payload, chain);
    chain = kind === FrameKind.Record ? crcAt(bytes, start) : 0;
  };
  write(FrameKind.Header, 0, JSON.stringify({ source, segment, previous: null, carried }));
  let first = 1;
  for (const [index, record] of records.entries()) {
    const seq = index + 1;
    write(FrameKind.Record, seq, record);
    ends.push(end);
    if (!sealed.includes(seq)) continue;
    write(FrameKind.Seal, seq, JSON.stringify(sealOf(source, first, seq, seq - first + 1)));
    first = seq + 1;
  }
  writeFileSync(segmentPath(directory, source, segment), bytes.subarray(0, end + 100));
  await writeHead(directory, source, { segment: 0, offset: 0, owner: someone });
  return { source, ends };
};

describe('recovery', () => {
  it('keeps exactly the intact records, wherever the last frame was torn', async () => {
    const records = ['first', 'second', 'the last one, which is torn'];
    const whole = folder();
    const { source, ends } = await deadSource(whole, records);
    const lastFrame = FRAME_OVERHEAD + 'the last one, which is torn'.length;
    const end = ends[2] ?? 0;
    expect(end - (ends[1] ?? 0)).toBe(lastFrame);
    for (let cut = 0; cut <= lastFrame; cut += 1) {
      const directory = folder();
      cpSync(whole, directory, { recursive: true });
      truncateSync(segmentPath(directory, source, 1), end - cut);
      await recover(directory, Date.now());
      const intact = cut === 0 ? records : records.slice(0, 2);
      expect(texts(await readUntil(directory, holding(intact.length)))).toEqual(intact);
    }
  });

  it('changes nothing when it is repeated', async () => {
    const directory = folder();
    const { source } = await deadSource(directory, ['a', 'b', 'c']);
    await recover(directory, Date.now());
    const bytes = readFileSync(segmentPath(directory, source, 1));
    const blocks = plain(await readUntil(directory, holding(3)));
    await writeHead(directory, source, { segment: 0, offset: 0, owner: someone });
    await recover(directory, Date.now());
    expect(readFileSync(segmentPath(directory, source, 1))).toEqual(bytes);
    expect(plain(await readUntil(directory, holding(3)))).toEqual(blocks);
    expect(blocks.map(({ name }) => name)).toEqual([`${source}-1-3`]);
  });

  it('leaves a segment alone while its writer runs', async () => {
    const directory = folder();
    // On a clock that stands still it does not seal its block by itself.
    const journal = await openJournal({ directory, log: silent, elapsed: () => NOON });
    await journal.append('not sealed yet', NOON);
    const before = readFileSync(segmentPath(directory, journal.source, 1));
    await recover(directory, NOON);
    expect(readFileSync(segmentPath(directory, journal.source, 1))).toEqual(before);
    await journal.close();
  });

  it('leaves a source alone that begins while it looks for those without a head', async () => {
    const directory = folder();
    await makeFolders(directory);
    const { readdir } = promises;
    let [listings, begun] = [0, undefined as Journal | undefined];
    const listing = jest.spyOn(promises, 'readdir').mockImplementation((async (path: string) => {
      const found = await readdir(path);
      listings += 1;
      // The first one is for the sources that have a head.
      if (listings !== 2) return found;
      begun = await openJournal({ directory, log: silent, elapsed: () => NOON });
      await begun.append('answered', NOON);
      return found;
    }) as typeof readdir);
    try {
      await recover(directory, NOON);
    } finally {
      listing.mockRestore();
    }
    const { source } = begun!;
    expect((await readHead(directory, source))?.owner).toEqual(thisProcess());
    await begun!.append('answered later', NOON);
    await begun!.close();
    expect(texts(await readUntil(directory, holding(2)))).toEqual(['answered', 'answered later']);
  });

  it('leaves the head of a source readable for others that recover it at the same time', async () => {
    const directory = folder();
    const { source } = await deadSource(directory, ['a']);
    const { open } = promises;
    const seen: unknown[] = [];
    const opening = jest.spyOn(promises, 'open').mockImplementation(async (...given) => {
      const file = await open(...given);
      if (given[0] === headPath(directory, source)) seen.push(await readHead(directory, source));
      return file;
    });
    try {
      await recover(directory, NOON);
    } finally {
      opening.mockRestore();
    }
    expect(seen).toEqual([{ segment: 0, offset: 0, owner: someone }]);
    writeFileSync(headPath(directory, source), 'damaged '.repeat(100));
    await recover(directory, NOON);
    expect(await readHead(directory, source)).toMatchObject({ segment: 1, owner: null });
  });

  it('tells how far a source is sealed although its head is just being rewritten', async () => {
    const directory = folder();
    const { source } = await deadSource(directory, ['a']);
    const { readFile } = promises;
    let reads = 0;
    const unreadableOnce = async (...given: Parameters<typeof readFile>) =>
      given[0] === headPath(directory, source) && (reads += 1) === 1 ? '' : readFile(...given);
    const reading = jest.spyOn(promises, 'readFile').mockImplementation(unreadableOnce);
    try {
      expect(Object.keys(await sealedUpTo(directory))).toEqual([source]);
    } finally {
      reading.mockRestore();
    }
    expect(reads).toBe(2);
  });

  it('recovers a source of an earlier boot, though a process with that number and those ticks runs now', async () => {
    const directory = folder();
    const { source } = await deadSource(directory, ['a']);
    const headOf = (owner: SourceOwner) => writeHead(directory, source, { segment: 0, offset: 0, owner });
    const stateAfter = async (owner: SourceOwner) => {
      await headOf(owner);
      await recover(directory, Date.now());
      return (await readHead(directory, source))?.owner ?? null;
    };
    const { boot, ...earlier } = thisProcess();
    expect(boot).toMatch(/^[0-9a-f-]{36}$/);
    expect(await stateAfter({ ...earlier, boot: boot! })).toEqual({ ...earlier, boot });
    // As versions before wrote it.
    expect(await stateAfter(earlier)).toEqual(earlier);
    expect(await stateAfter({ ...earlier, boot: '0b0e1f0a-0000-4000-8000-000000000000' })).toBeNull();
    expect(texts(await readUntil(directory, holding(1)))).toEqual(['a']);
  });

  it('recovers a sibling that dies later, while its own writer runs', async () => {
    const directory = folder();
    const journal = await openJournal({ directory, log: silent });
    await deadSource(directory, ['left behind']);
    expect(texts(await readUntil(directory, holding(1)))).toEqual(['left behind']);
    await journal.close();
  });

  it('recovers a source whose head was lost with the power', async () => {
    const directory = folder();
    const { source } = await deadSource(directory, ['a']);
    writeFileSync(join(headsIn(directory), source), Buffer.alloc(256));
    await recover(directory, Date.now());
    expect(texts(await readUntil(directory, holding(1)))).toEqual(['a']);
  });

  it('makes no reader read a source again whose head it makes anew', async () => {
    const directory = folder();
    const { source } = await deadSource(directory, ['read before']);
    await recover(directory, Date.now());
    const [read] = await readUntil(directory, holding(1));
    rmSync(join(headsIn(directory), source));
    const later = mintSource(2);
    await deadSource(directory, ['new'], { source: later });
    const signal = new AbortController().signal;
    const blocks = readBlocks({ directory, after: read!.checkpoint, signal });
    try {
      await recoverDead(directory, Date.now());
      const first = (await blocks.next()).value!;
      await recover(directory, Date.now());
      await deadSource(directory, ['newest'], { source: mintSource(3) });
      await recover(directory, Date.now());
      const second = (await blocks.next()).value!;
      expect(texts([first, second])).toEqual(['new', 'newest']);
      expect(second.checkpoint[source]).toEqual(read!.checkpoint[source]);
    } finally {
      await blocks.return(undefined);
    }
  });

  it('returns to the previous segment when taking over its records was interrupted', async () => {
    const directory = folder();
    const { source } = await deadSource(directory, ['a', 'b', 'c']);
    await deadSource(directory, ['a', 'b'], { source, segment: 2, carried: 3 });
    await recover(directory, Date.now());
    expect(texts(await readUntil(directory, holding(3)))).toEqual(['a', 'b', 'c']);
    expect((await readHead(directory, source))?.segment).toBe(1);
  });

  it('counts records once that were copied into the next segment', async () => {
    const directory = folder();
    const { source } = await deadSource(directory, ['a', 'b', 'c']);
    await deadSource(directory, ['a', 'b', 'c', 'd'], { source, segment: 2, carried: 3 });
    await recover(directory, Date.now());
    expect(texts(await readUntil(directory, holding(4)))).toEqual(['a', 'b', 'c', 'd']);
  });

  const damage = (directory: string, source: string, segment: number, ...at: readonly number[]) => {
    const path = segmentPath(directory, source, segment);
    const bytes = readFileSync(path);
    for (const offset of at) bytes.writeUInt8(bytes.readUInt8(offset) ^ 1, offset);
    writeFileSync(path, bytes);
  };
  const left = async (directory: string) => {
    const found: Block[] = [];
    for await (const block of waitingBlocks(directory, {}, () => undefined)) found.push(block);
    return texts(found);
  };

  describe('of a segment that is damaged amid its blocks', () => {
    /** Three blocks of two records; the process died after it had begun a fourth. */
    const blocks = async (directory: string) => {
      const { source, ends } = await deadSource(directory, ['a', 'b', 'c', 'd', 'e', 'f', 'g'], { sealed: [2, 4, 6] });
      return { source, endOf: (record: number) => ends[record - 1] ?? 0 };
    };
    const damages = async (directory: string) => {
      const found: string[] = [];
      for await (const block of waitingBlocks(directory, {}, ({ bytes }) => void found.push(bytes.toString('latin1'))))
        expect(block.name).toBeDefined();
      return found;
    };

    it('keeps the blocks after it, and the records before it', async () => {
      const directory = folder();
      const { source, endOf } = await blocks(directory);
      damage(directory, source, 1, endOf(4) - 1);
      await recover(directory, Date.now());
      expect(await left(directory)).toEqual(['a', 'b', 'c', 'e', 'f', 'g']);
      expect((await damages(directory)).length).toBe(1);
    });

    it('keeps the records of a block whose seal is damaged', async () => {
      const directory = folder();
      const { source, endOf } = await blocks(directory);
      damage(directory, source, 1, endOf(4) + FRAME_OVERHEAD + 1);
      await recover(directory, Date.now());
      expect(await left(directory)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
      expect(await damages(directory)).toEqual([]);
    });

    it('changes nothing when it is repeated', async () => {
      const directory = folder();
      const { source, endOf } = await blocks(directory);
      damage(directory, source, 1, endOf(1) - 1, endOf(5) - 1);
      await recover(directory, Date.now());
      const bytes = readFileSync(segmentPath(directory, source, 1));
      await writeHead(directory, source, { segment: 0, offset: 0, owner: someone });
      await recover(directory, Date.now());
      expect(readFileSync(segmentPath(directory, source, 1))).toEqual(bytes);
      expect(await left(directory)).toEqual(['c', 'd', 'g']);
    });
  });

  describe('of a segment whose header is damaged', () => {
    it('keeps its records', async () => {
      const directory = folder();
      const { source } = await deadSource(directory, ['a', 'b', 'c']);
      damage(directory, source, 1, 20);
      await recover(directory, Date.now());
      expect(await left(directory)).toEqual(['a', 'b', 'c']);
    });

    it('counts records once that it had taken over', async () => {
      const directory = folder();
      const { source } = await deadSource(directory, ['a', 'b', 'c']);
      await deadSource(directory, ['a', 'b', 'c', 'd'], { source, segment: 2, carried: 3 });
      damage(directory, source, 2, 20);
      await recover(directory, Date.now());
      expect(await left(directory)).toEqual(['a', 'b', 'c', 'd']);
    });

    it('returns to the previous one when its first records are damaged, too', async () => {
      const directory = folder();
      const { source, ends } = await deadSource(directory, ['a', 'b', 'c']);
      await deadSource(directory, ['a', 'b', 'c', 'd'], { source, segment: 2, carried: 3 });
      damage(directory, source, 2, 20, (ends[0] ?? 0) - 1);
      await recover(directory, Date.now());
      expect(await left(directory)).toEqual(['a', 'b', 'c']);
    });
  });
});

describe('a writer killed at any moment', () => {
  const root = join(__dirname, '../../../..');
  const writer = [
    '--require',
    join(root, 'test/support/typescript.cjs'),
    join(root, 'test/fixtures/processes/click-writer.ts'),
  ];

  const killedAfter = async (directory: string, answers: number): Promise<string[]> => {
    const child = spawn(process.execPath, [...writer, directory], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    let output = '';
    for await (const chunk of child.stdout.setEncoding('utf8')) {
      output += chunk;
      if (output.split('\n').length > answers) child.kill('SIGKILL');
    }
    await exited;
    return output.split('\n').slice(0, -1);
  };

  it('loses nothing that was answered, and doubles nothing', async () => {
    const directory = folder();
    const answered: string[] = [];
    for (const answers of [1, 40, 700, 2_500]) answered.push(...(await killedAfter(directory, answers)));
    const journal = await openJournal({ directory, log: silent });
    await journal.close();
    const wanted = new Set(answered);
    const written = texts(
      await readUntil(
        directory,
        (blocks) => blocks.length > 0 && readdirSync(headsIn(directory)).length === 5 && covers(texts(blocks), wanted),
      ),
    );
    const ids = written.map((text) => text.split('/').slice(0, 2).join('/'));
    expect(new Set(ids).size).toBe(ids.length);
  });

  const covers = (found: readonly string[], wanted: ReadonlySet<string>): boolean => {
    const ids = new Set(found.map((text) => text.split('/').slice(0, 2).join('/')));
    return [...wanted].every((id) => ids.has(id));
  };
});
