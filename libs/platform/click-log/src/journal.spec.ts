import * as fs from 'node:fs';
import { join } from 'node:path';
import { BLOCK_RECORDS } from './block';
import { type Journal, openJournal } from './journal';
import { JournalUnavailable } from './journal-options';
import { segmentPath } from './layout';
import type { Block, Damage } from './read-blocks';
import type { JournalFs } from './segment';
import { waitingBlocks } from './source-status';
import { holding, plain, readUntil, silent, texts } from '../../../../test/support/click-blocks';
import { eventually } from '../../../../test/support/programs';
import { tempFolders } from '../../../../test/support/temp-folders';

const folder = tempFolders();
const MARCH = Date.UTC(2025, 2, 31, 23, 59, 59, 999);
const APRIL = Date.UTC(2025, 3, 1);

/** A clock that stands still: no block is sealed and no segment ends by its age, however slow the disk is. */
const still = () => MARCH;

const appendAll = (journal: Journal, records: readonly string[], atMs = MARCH) =>
  Promise.all(records.map((record) => journal.append(record, atMs)));
const numbered = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `r${from + index}`);

/** node:fs with a disk that fails while `broken`, and that records which bytes would survive a power cut. */
const trackedFs = ({ forgetsToSync = false } = {}) => {
  const disk = { broken: 0, code: 'EIO', surviving: '', writes: 0 };
  const volatile: string[] = [];
  const synced = new Set<number>();
  const io = {
    ...fs,
    open: (
      path: fs.PathLike,
      flags: fs.OpenMode,
      mode: fs.Mode,
      done: (error: NodeJS.ErrnoException | null, fd: number) => void,
    ) => {
      const kept = typeof flags === 'number' && forgetsToSync ? flags & ~fs.constants.O_DSYNC : flags;
      fs.open(path, kept, mode, (error, fd) => {
        if (!error && typeof kept === 'number' && (kept & fs.constants.O_DSYNC) === fs.constants.O_DSYNC)
          synced.add(fd);
        done(error, fd);
      });
    },
    writev: (
      fd: number,
      parts: readonly NodeJS.ArrayBufferView[],
      position: number,
      done: (error: NodeJS.ErrnoException | null, written: number) => void,
    ) => {
      if (disk.broken > 0) {
        disk.broken -= 1;
        return setImmediate(done, Object.assign(new Error(`the disk says ${disk.code}`), { code: disk.code }), 0);
      }
      disk.writes += 1;
      const text = Buffer.from(parts[0] as Buffer).toString('latin1');
      fs.writev(fd, parts, position, (error, written) => {
        if (synced.has(fd)) disk.surviving += text;
        else volatile.push(text);
        done(error, written);
      });
    },
    fdatasync: (fd: number, done: (error: NodeJS.ErrnoException | null) => void) => {
      if (forgetsToSync) return done(null);
      fs.fdatasync(fd, (error) => {
        disk.surviving += volatile.splice(0).join('');
        done(error);
      });
    },
  };
  return { disk, io: io as unknown as JournalFs };
};

describe('the journal', () => {
  it('gives its readers every record once, in order and numbered from 1', async () => {
    const directory = folder();
    const journal = await openJournal({ directory, log: silent, elapsed: still });
    await appendAll(journal, numbered(2_500));
    await journal.close();
    const blocks = await readUntil(directory, holding(2_500));
    expect(texts(blocks)).toEqual(numbered(2_500));
    expect(blocks.flatMap(({ records }) => records.map(({ seq }) => seq))).toEqual(
      Array.from({ length: 2_500 }, (_, index) => index + 1),
    );
    expect(blocks.every(({ records }) => records.length <= BLOCK_RECORDS)).toBe(true);
    expect(blocks[0]?.name).toBe(`${journal.source}-1-1000`);
  });

  it('seals an unfilled block by itself while the journal stays open, so that readers get it', async () => {
    const directory = folder();
    const journal = await openJournal({ directory, log: silent });
    const waiting = readUntil(directory, holding(1));
    await journal.append('alone', MARCH);
    expect(texts(await waiting)).toEqual(['alone']);
    await journal.close();
  });

  it('never lets a block span two months', async () => {
    const directory = folder();
    const journal = await openJournal({ directory, log: silent });
    await Promise.all([
      journal.append('march', MARCH),
      journal.append('april', APRIL),
      journal.append('late march', MARCH),
    ]);
    await journal.close();
    const blocks = await readUntil(directory, holding(3));
    expect(blocks.map((block) => texts([block]))).toEqual([['march'], ['april'], ['late march']]);
  });

  it('keeps blocks within 512 kB', async () => {
    const directory = folder();
    const journal = await openJournal({ directory, log: silent, elapsed: still });
    await appendAll(
      journal,
      Array.from({ length: 40 }, () => 'x'.repeat(60_000)),
    );
    await journal.close();
    const blocks = await readUntil(directory, holding(40));
    expect(blocks.map(({ records }) => records.length)).toEqual([8, 8, 8, 8, 8]);
  });

  it('seals a block in time, though the clock is set back', async () => {
    const directory = folder();
    let now = MARCH;
    const journal = await openJournal({ directory, log: silent, now: () => now });
    await journal.append('before', MARCH);
    now -= 3_600_000;
    expect(texts(await readUntil(directory, holding(1)))).toEqual(['before']);
    await journal.close();
  });

  it('gives two readers the same blocks, also after a restart and from any block on', async () => {
    const directory = folder();
    const first = await openJournal({ directory, log: silent, elapsed: still });
    await appendAll(first, numbered(1_500));
    await first.close();
    const one = await readUntil(directory, holding(1_500));
    const second = await openJournal({ directory, log: silent });
    await appendAll(second, numbered(10, 1_500));
    await second.close();
    const two = await readUntil(directory, holding(1_510));
    expect(plain(two).slice(0, one.length)).toEqual(plain(one));
    const rest = await readUntil(directory, holding(510), JSON.parse(JSON.stringify(one[0]?.checkpoint)));
    expect(plain(rest)).toEqual(plain(two).slice(1));
  });

  it('begins a new segment after 10 s of activity, which a reader follows', async () => {
    const directory = folder();
    let now = MARCH;
    const journal = await openJournal({ directory, log: silent, elapsed: () => now });
    for (let round = 0; round < 3; round += 1) {
      await appendAll(journal, numbered(1_000, round * 1_000));
      now += 10_000;
    }
    expect(journal.stats().segment).toBe(2);
    await appendAll(journal, numbered(10, 3_000));
    await journal.close();
    expect(texts(await readUntil(directory, holding(3_010)))).toEqual(numbered(3_010));
  });

  it('gives every record before and after a damaged header of a segment, and tells of the damage', async () => {
    const directory = folder();
    let now = MARCH;
    const journal = await openJournal({ directory, log: silent, elapsed: () => now });
    for (let round = 0; round < 5; round += 1) {
      await appendAll(journal, numbered(1_000, round * 1_000));
      now += 10_000;
    }
    await journal.close();
    expect(journal.stats().segment).toBe(3);
    const whole = await readUntil(directory, holding(5_000));
    for (const segment of [1, 2, 3]) {
      const path = segmentPath(directory, journal.source, segment);
      const bytes = fs.readFileSync(path);
      const damaged = Buffer.from(bytes);
      damaged.writeUInt8(damaged.readUInt8(20) ^ 1, 20);
      fs.writeFileSync(path, damaged);
      const found: Damage[] = [];
      const onDamage = (damage: Damage) => void found.push(damage);
      // From the start, and by a reader that is within the segment before.
      for (const from of [undefined, whole[1]?.checkpoint]) {
        const blocks: Block[] = [];
        for await (const block of waitingBlocks(directory, from ?? {}, onDamage)) blocks.push(block);
        expect(texts(blocks)).toEqual(numbered(from ? 3_000 : 5_000, from ? 2_000 : 0));
      }
      expect(found[0]).toMatchObject({ source: journal.source, segment, from: 0 });
      fs.writeFileSync(path, bytes);
    }
  });

  it('lets several writers share a directory', async () => {
    const directory = folder();
    const journals = await Promise.all([1, 2, 3].map(() => openJournal({ directory, log: silent })));
    await Promise.all(journals.map((journal) => appendAll(journal, numbered(100))));
    await Promise.all(journals.map((journal) => journal.close()));
    const blocks = await readUntil(directory, holding(300));
    for (const { source } of journals)
      expect(texts(blocks.filter((block) => block.source === source))).toEqual(numbered(100));
  });

  it('refuses records that are too large or exceed its queue, and everything once it is closed', async () => {
    const journal = await openJournal({ directory: folder(), log: silent, maxQueued: 10 });
    await expect(journal.append('x'.repeat(65_537), MARCH)).rejects.toThrow(JournalUnavailable);
    const outcomes = await Promise.allSettled(numbered(12).map((record) => journal.append(record, MARCH)));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    await journal.close();
    await expect(journal.append('late', MARCH)).rejects.toThrow(JournalUnavailable);
  });
});

describe('a disk that does not answer', () => {
  it('lets few megabytes wait, and any number again when it answers', async () => {
    const directory = folder();
    let held: (() => void) | undefined;
    const writev = (...call: Parameters<typeof fs.writev>) => void (held = () => fs.writev(...call));
    const io = { ...fs, writev } as unknown as JournalFs;
    const journal = await openJournal({ directory, log: silent, fs: io, elapsed: still });
    const long = (n: number) => `${n} ${'x'.repeat(34_500)}`;
    const first = journal.append(long(0), MARCH);
    await eventually(() => expect(held).toBeDefined());
    const outcomes = Promise.allSettled(
      Array.from({ length: 2_000 }, (_, index) => journal.append(long(index + 1), MARCH)),
    );
    const { queued, shed } = journal.stats();
    expect(queued * 34_500).toBeLessThan(33 * 1024 * 1024);
    expect(queued * 34_500).toBeGreaterThan(31 * 1024 * 1024);
    expect(queued + shed).toBe(2_000);

    io.writev = fs.writev;
    held?.();
    await first;
    expect((await outcomes).filter(({ status }) => status === 'fulfilled')).toHaveLength(queued);
    await Promise.all(Array.from({ length: queued }, (_, index) => journal.append(long(index), MARCH)));
    await journal.close();
    expect(await readUntil(directory, holding(2 * queued + 1))).toBeDefined();
  });
});

describe('a disk that fails', () => {
  it('costs nothing when the next segment works: every record once, none refused', async () => {
    const directory = folder();
    const { disk, io } = trackedFs();
    const journal = await openJournal({ directory, log: silent, fs: io, elapsed: still });
    await appendAll(journal, numbered(100));
    for (let round = 1; round <= 5; round += 1) {
      disk.broken = 1;
      await appendAll(journal, numbered(700, round * 1_000));
    }
    await journal.close();
    const wanted = [...numbered(100), ...[1, 2, 3, 4, 5].flatMap((round) => numbered(700, round * 1_000))];
    expect(texts(await readUntil(directory, holding(wanted.length)))).toEqual(wanted);
    expect(journal.stats()).toMatchObject({ syncErrors: 5, segment: 6 });
  });

  it('gets only a few files from a writer that retries while it is full', async () => {
    const { disk, io } = trackedFs();
    const directory = folder();
    let now = MARCH;
    const journal = await openJournal({ directory, log: silent, fs: io, elapsed: () => now });
    await journal.append('before', MARCH);
    disk.code = 'ENOSPC';
    disk.broken = Infinity;
    while (journal.stats().syncErrors < 20) {
      await journal.append('refused', MARCH).catch(() => undefined);
      // The disk has a rest.
      now += 100;
    }
    disk.broken = 0;
    now += 1_000;
    while (
      await journal.append('after', MARCH).then(
        () => false,
        () => true,
      )
    );
    await journal.close();
    expect(fs.readdirSync(join(directory, 'segments'))).toHaveLength(2);
    expect(texts(await readUntil(directory, holding(2)))).toEqual(['before', 'after']);
  });

  it('is logged once, however often its writer retries', async () => {
    const { disk, io } = trackedFs();
    const error = jest.fn();
    let now = MARCH;
    const journal = await openJournal({ directory: folder(), log: { ...silent, error }, fs: io, elapsed: () => now });
    disk.broken = Infinity;
    while (journal.stats().syncErrors < 20) {
      await journal.append('refused', MARCH).catch(() => undefined);
      // The disk has a rest.
      now += 100;
    }
    await journal.close();
    expect(error.mock.calls).toEqual([
      [expect.objectContaining({ segment: 1 }), expect.stringMatching(/write failed/)],
    ]);
  });

  it('refuses nothing any more once it is over, though the clock was set back meanwhile', async () => {
    const { disk, io } = trackedFs();
    let now = MARCH;
    const journal = await openJournal({ directory: folder(), log: silent, fs: io, now: () => now });
    disk.broken = 2;
    await expect(journal.append('refused', MARCH)).rejects.toThrow(JournalUnavailable);
    now -= 3_600_000;
    await eventually(() => journal.append('healed', MARCH));
    await journal.close();
  });

  it('refuses records while the failure lasts, keeps those answered, and recovers by itself', async () => {
    const directory = folder();
    const { disk, io } = trackedFs();
    const seen: Error[] = [];
    let clock = still;
    const onFsyncError = (error: Error) => seen.push(error);
    const journal = await openJournal({ directory, log: silent, fs: io, onFsyncError, elapsed: () => clock() });
    await journal.append('answered', MARCH);
    disk.broken = 2;
    await expect(journal.append('refused', MARCH)).rejects.toThrow(JournalUnavailable);
    await expect(journal.append('refused at once', MARCH)).rejects.toThrow(JournalUnavailable);
    expect(seen).toHaveLength(2);
    // The disk has had its rest, and the clock goes on.
    const stood = Date.now() - 1_000;
    clock = () => MARCH + Date.now() - stood;
    expect(texts(await readUntil(directory, holding(1)))).toEqual(['answered']);
    await journal.append('healed', MARCH);
    await journal.close();
    expect(texts(await readUntil(directory, holding(2)))).toEqual(['answered', 'healed']);
  });
});

describe('an answer', () => {
  const answeredBeforeDurable = async (forgetsToSync: boolean): Promise<number> => {
    const { disk, io } = trackedFs({ forgetsToSync });
    const journal = await openJournal({ directory: folder(), log: silent, fs: io });
    let lost = 0;
    await Promise.all(
      numbered(200).map(async (record) => {
        await journal.append(`<${record}>`, MARCH);
        if (!disk.surviving.includes(`<${record}>`)) lost += 1;
      }),
    );
    await journal.close();
    return lost;
  };

  it('is given only when the record would survive a power cut', async () => {
    expect(await answeredBeforeDurable(false)).toBe(0);
  });

  it('is caught by that check when it is given before the sync', async () => {
    expect(await answeredBeforeDurable(true)).toBe(200);
  });
});
