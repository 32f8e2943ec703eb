import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Reader, type Response } from 'mmdb-lib';
import { type City, cityOf } from './city';

/** A database in MaxMind's format. The first look-up reads it whole; only then does it cost its size in memory. */
export class Database {
  private reader: Reader<Response> | undefined;
  private reading: Promise<void> | undefined;

  constructor(readonly path: string) {}

  /** Reads it beside what this process does, once for all who ask; undefined when it has been read. */
  read(): Promise<void> | undefined {
    if (this.reader) return undefined;
    return (this.reading ??= contentOf(this.path).then((content) => {
      this.reader ??= new Reader<Response>(content);
    }));
  }

  /** Where an address is; undefined when that is not known. Throws when the file cannot be read. */
  find(address: string): City | undefined {
    this.reader ??= new Reader<Response>(readFileSync(this.path));
    // A database without IPv6 must not be asked for it: its tree would answer for another address.
    if (address.includes(':') && this.reader.metadata.ipVersion === 4) return undefined;
    const entry = this.reader.get(address);
    return entry === null ? undefined : cityOf(entry);
  }
}

/** Reads into one buffer: to join parts of 70 MB would hold the process up. */
const contentOf = async (path: string): Promise<Buffer> => {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const content = Buffer.allocUnsafeSlow(size);
    for (let end = 0; end < size;) {
      const { bytesRead } = await file.read(content, end, Math.min(size - end, AT_ONCE));
      if (bytesRead === 0) throw new Error(`${path} became shorter while it was read`);
      end += bytesRead;
    }
    return content;
  } finally {
    await file.close();
  }
};

/** Bytes, so that what else reads and writes files has its turn. */
const AT_ONCE = 1024 * 1024;

const METADATA_MARK = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
/** The format allows metadata to begin at most this many bytes before the end. */
const METADATA_REACH = 128 * 1024;

/** Why this file is not a geographic database, to follow its name; undefined when it is one. Reads only its end. */
export const databaseProblem = (path: string): string | undefined => {
  let end: Buffer;
  try {
    end = endOf(path);
  } catch (error) {
    return `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`;
  }
  const mark = end.lastIndexOf(METADATA_MARK);
  if (mark < 0) return "is not a database in MaxMind's format (.mmdb)";
  // The metadata has the type as plain text: `GeoLite2-City`, `DBIP-City-Lite`, `city ipv4`, `GeoIP2-Country` and more.
  return /city|country|enterprise/i.test(end.toString('latin1', mark))
    ? undefined
    : 'is not a database of cities or countries';
};

const endOf = (path: string): Buffer => {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const end = Buffer.alloc(Math.min(size, METADATA_REACH));
    readSync(file, end, 0, end.length, size - end.length);
    return end;
  } finally {
    closeSync(file);
  }
};
