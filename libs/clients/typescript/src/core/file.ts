import { reasonOf } from './attempts.js';
import type { Deadline } from './deadline.js';
import { Cut } from './errors.js';
import { infoOf } from './response.js';
import type { ResponseInfo } from './options.js';

/** A `ReadableStream`, where the types of the caller know one. */
export type WebStream = typeof globalThis extends { ReadableStream: { prototype: infer T } } ? T : unknown;

/**
 * A file as it arrives. It can be read once: by `for await`, by `pipeline` of `node:stream`, or by one of its methods.
 * All of them throw `Cut` if the file ends before its end. One that is not read is to be cancelled: it holds its
 * connection.
 */
export class FileAnswer implements AsyncIterable<Uint8Array> {
  readonly response: ResponseInfo;
  /** As `text/csv; charset=utf-8`. */
  readonly contentType: string;
  /** In bytes; null where the server does not say it. */
  readonly size: number | null;
  readonly #response: Response;
  readonly #deadline: Deadline;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #isCancelled = false;

  /** @internal */
  constructor(response: Response, deadline: Deadline) {
    this.#response = response;
    this.#deadline = deadline;
    this.response = infoOf(response);
    this.contentType = this.response.headers['content-type'] ?? '';
    const { 'content-length': length, 'content-encoding': encoding } = this.response.headers;
    this.size = length === undefined || encoding !== undefined ? null : Number(length);
    deadline.pause();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    if (!this.#isCancelled) this.#reader = this.#response.body?.getReader();
    let bytes = 0;
    try {
      for (let part = await this.#next(); part; part = await this.#next()) {
        bytes += part.length;
        yield part;
      }
      if (this.#isCancelled) throw new Cut('the file was cancelled');
      if (this.size !== null && bytes !== this.size) throw new Cut(`${bytes} of ${this.size} bytes arrived`);
    } finally {
      await this.#end();
    }
  }

  /** Ends the download, and closes its connection unless all of it has arrived. A reader of it gets a `Cut`. */
  async cancel(): Promise<void> {
    this.#isCancelled = true;
    this.#reader ??= this.#response.body?.getReader();
    await this.#end();
  }

  async #end(): Promise<void> {
    this.#deadline.end();
    await this.#reader?.cancel().catch(() => undefined);
  }

  /** Time runs only while we wait for the server. */
  async #next(): Promise<Uint8Array | undefined> {
    this.#deadline.renew();
    try {
      return (await this.#reader?.read())?.value;
    } catch (error) {
      const { signal } = this.#deadline;
      throw signal.aborted ? signal.reason : new Cut(`the file was cut off: ${reasonOf(error)}`, { cause: error });
    } finally {
      this.#deadline.pause();
    }
  }

  /** As a stream of the web. */
  stream(): WebStream {
    const parts = this[Symbol.asyncIterator]();
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => this.cancel(),
    }) as WebStream;
  }

  /** All of it, in memory. */
  async bytes(): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    for await (const part of this) parts.push(part);
    const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  /** All of it, as text. */
  async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes());
  }

  /**
   * Writes it to a file, which appears at its path when it is whole. A file of that name is replaced.
   * @param onProgress called with the number of bytes so far
   * @throws Cut, and leaves what was at the path
   */
  async save(path: string, onProgress?: (bytes: number) => void): Promise<void> {
    const { open, rename, rm } = await import('node:fs/promises');
    const part = `${path}.${crypto.randomUUID()}.part`;
    const file = await open(part, 'wx').catch(async (error: unknown) => {
      await this.cancel();
      throw error;
    });
    try {
      let bytes = 0;
      for await (const chunk of this) {
        await file.writeFile(chunk);
        onProgress?.((bytes += chunk.length));
      }
      await file.sync();
      await file.close();
      await rename(part, path);
    } catch (error) {
      await file.close().catch(() => undefined);
      await rm(part, { force: true });
      throw error;
    }
  }
}
