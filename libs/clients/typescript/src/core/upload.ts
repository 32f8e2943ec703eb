import type { Upload, UploadContent } from './operation.js';
import { isServer } from './runtime.js';

/** Bytes of an upload that are sent at once. */
const PART = 65_536;

/** By the ending of a file's name: what its media type has in it, the best first. */
const BY_ENDING: Readonly<Record<string, readonly string[]>> = {
  csv: ['csv'],
  json: ['/json', 'json'],
  jsonl: ['ndjson', 'json'],
  ndjson: ['ndjson', 'json'],
};

/** @param known those of the operation, the default first */
export const mediaTypeOf = (file: Upload, known: readonly string[]): string | undefined => {
  if (isGiven(file)) return file.mediaType;
  const parts = BY_ENDING[/\.(\w+)$/.exec(nameOf(file))?.[1]?.toLowerCase() ?? ''] ?? [];
  const types = parts.flatMap((part) => known.filter((type) => type.includes(part)));
  return types[0] ?? known[0];
};

/** Whether it can be read once only. */
export const isStream = (file: Upload): boolean => isIterable(contentIn(file));

/** @throws Error if there is no file at its path */
export const contentOf = async (file: Upload): Promise<string | Uint8Array | AsyncIterable<Uint8Array>> => {
  const content = contentIn(file);
  if (typeof content === 'string') return inParts(new TextEncoder().encode(content));
  if (content instanceof Uint8Array) return inParts(content);
  if (isIterable(content)) return content;
  const { open } = await import('node:fs/promises');
  // So that an absent file is reported as such. It is opened again where it is read, which may never be.
  await (await open(content.path)).close();
  return partsIn(content.path);
};

type Placed = Extract<Upload, { readonly path: string }>;

const isIterable = (file: Upload): file is AsyncIterable<Uint8Array> =>
  typeof file === 'object' && Symbol.asyncIterator in file;

const isGiven = (file: Upload): file is Exclude<Upload, UploadContent> & { readonly mediaType: string } =>
  typeof file === 'object' && !isIterable(file) && 'mediaType' in file && file.mediaType !== undefined;

const contentIn = (file: Upload): UploadContent | Placed =>
  typeof file === 'object' && 'content' in file ? file.content : file;

/** A stream of `node:fs` has a path, too. */
const nameOf = (file: Upload): string =>
  typeof file === 'object' && 'path' in file && typeof file.path === 'string' ? file.path : '';

/** Each part that is taken renews the time-out. Browsers cannot send in parts. */
const inParts = (bytes: Uint8Array): Uint8Array | AsyncIterable<Uint8Array> =>
  bytes.length > PART && isServer() ? partsOf(bytes) : bytes;

async function* partsOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PART) yield await Promise.resolve(bytes.subarray(at, at + PART));
}

/** Opened with its first part, and closed when its reader ends. */
async function* partsIn(path: string): AsyncGenerator<Uint8Array> {
  const { createReadStream } = await import('node:fs');
  yield* createReadStream(path) as AsyncIterable<Uint8Array>;
}
