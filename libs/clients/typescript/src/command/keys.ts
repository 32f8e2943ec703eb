import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import type { RotatedApiKey } from '../index.js';
import { demanded } from './arguments.js';
import type { Command } from './command.js';

const NAME = 'WAYMARK_API_KEY';
const LINE = new RegExp(`^(\\s*(?:export\\s+)?${NAME}\\s*=).*$`, 'm');

export const rotateCommand: Command = {
  name: 'keys rotate',
  summary: `Rotates an API key and writes the new one to a file, as ${NAME}. The old key works for 24 hours more.`,
  words: ['ID'],
  options: { write: { type: 'string' } },
  help: { write: 'the file, such as .env; all else in it stays' },
  run: async ({ waymark, values, words: [id = ''], output }) => {
    const path = demanded(values, 'write');
    // Before the key is rotated: a file that cannot be written must not cost a key.
    const file = await prepared(path);
    const rotated = await waymark.apiKeys
      .rotate(id, undefined, { idempotencyKey: file.keyFor(id) })
      .catch(async (error: unknown) => {
        await file.discard();
        throw error;
      });
    const { key, ...record } = rotated;
    if (key === undefined) throw new Error(`the key ${record.id} was made, and its answer has no key`);
    await file.write(key).catch((error: unknown) => {
      // It is shown this once: a full disk must not lock its owner out.
      throw new Error(`the new key could not be written, keep it: ${key} (${String(error)})`);
    });
    if (output.isJson) output.json(record);
    else output.line(`${path}: ${NAME} is the key ${record.id}; ${id} is valid until ${untilOf(rotated)}.`);
  },
};

const untilOf = ({ previous }: RotatedApiKey): string => previous.grace_ends_at ?? 'its end';

/**
 * A file beside the one that a path leads to, which takes its place at once. Its mode and owner are kept; a new one is
 * its owner's alone.
 */
const prepared = async (given: string) => {
  const path = await realpath(given).catch(absent(given));
  const before = await readFile(path, 'utf8').catch(absent(''));
  const former = await stat(path).catch(absent(null));
  const part = `${path}.${crypto.randomUUID()}.part`;
  const file = await open(part, 'wx', 0o600);
  try {
    await likened(file, former);
  } catch (error) {
    await file.close();
    await rm(part, { force: true });
    throw error;
  }
  return {
    /**
     * The Idempotency-Key of a rotation: the same until the file has the new key. So where the answer was lost, the
     * command gets it when it is run again within a day.
     */
    keyFor: (id: string): string =>
      `rotate-${createHash('sha256')
        .update(`${id}\n${LINE.exec(before)?.[0] ?? ''}`)
        .digest('hex')}`,
    write: async (key: string): Promise<void> => {
      const line = `${NAME}=${key}`;
      const separator = before === '' || before.endsWith('\n') ? '' : '\n';
      const after = LINE.test(before)
        ? before.replace(LINE, (_whole, head: string) => head + key)
        : `${before}${separator}${line}\n`;
      await file.writeFile(after);
      await file.sync();
      await file.close();
      await rename(part, path);
    },
    discard: async (): Promise<void> => {
      await file.close();
      await rm(part, { force: true });
    },
  };
};

/** Gives a file mode and owner of a former one. A mode comes after the owner, whose change may take bits of it. */
const likened = async (file: FileHandle, former: Stats | null): Promise<void> => {
  if (!former) return;
  const { uid, gid } = await file.stat();
  if (uid !== former.uid || gid !== former.gid) await file.chown(former.uid, former.gid);
  await file.chmod(former.mode & 0o777);
};

const absent =
  <T>(instead: T) =>
  (error: { code?: string }): T => {
    if (error.code === 'ENOENT') return instead;
    throw error as Error;
  };
