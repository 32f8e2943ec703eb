import { PassThrough, type Readable } from 'node:stream';

/** Why the gateway ends a stream. A reader can continue where it ended. */
export type EndReason = 'renew' | 'slow' | 'shutdown' | 'unauthorized';

export interface EventStreamOptions {
  /** Milliseconds between comments, which keep a quiet connection open. */
  readonly heartbeat: number;
  /** Milliseconds after which the stream ends, so that its reader connects and is authorized again. */
  readonly lifetime: number;
  /** Characters that may wait for a slow reader. */
  readonly mostWaiting: number;
}

export const EVENT_STREAM: EventStreamOptions = { heartbeat: 15_000, lifetime: 60_000, mostWaiting: 1_000_000 };

/** A reader that does not even take the end of its stream is cut off. */
const END_WITHIN_MS = 10_000;
const RETRY = 1_000;

/** Server-Sent Events to one reader. */
export class EventStream {
  private readonly out = new PassThrough();
  private readonly heart: NodeJS.Timeout;
  private readonly age: NodeJS.Timeout;
  private ended = false;

  /** @param id where a reader continues if no event was sent */
  constructor(
    id: string,
    private readonly options: EventStreamOptions = EVENT_STREAM,
  ) {
    this.heart = setInterval(() => this.write(': \n\n'), options.heartbeat);
    this.age = setTimeout(() => this.end('renew'), options.lifetime);
    this.out.once('close', () => this.stop());
    this.out.on('error', () => undefined);
    this.write(`retry: ${RETRY}\nid: ${id}\n\n`);
  }

  /** To be piped to the reader; destroyed when the reader is gone. */
  get body(): Readable {
    return this.out;
  }

  onClose(listener: () => void): void {
    this.out.once('close', listener);
  }

  /** Where a reader continues from now on. */
  continueAfter(id: string): void {
    this.write(`id: ${id}\n\n`);
  }

  /** Whether nothing more can be sent. Its reader may still have to take what waits. */
  get hasEnded(): boolean {
    return this.ended || this.out.destroyed;
  }

  /** Bytes that wait for the reader. */
  get waiting(): number {
    return this.out.destroyed ? 0 : this.out.writableLength + this.out.readableLength;
  }

  /** @param data JSON text: one event may be for many streams */
  send(event: string, id: string, data: string): void {
    if (this.hasEnded) return;
    this.write(`id: ${id}\nevent: ${event}\ndata: ${data}\n\n`);
    if (this.waiting > this.options.mostWaiting) this.end('slow');
  }

  /** Drops what waits for a reader that does not take it. */
  cut(): void {
    this.out.destroy();
  }

  end(reason: EndReason): void {
    if (this.ended) return;
    this.write(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`);
    this.stop();
    this.out.end();
    const cut = setTimeout(() => this.out.destroy(), END_WITHIN_MS).unref();
    this.out.once('close', () => clearTimeout(cut));
  }

  private write(text: string): void {
    if (!this.hasEnded) this.out.write(text);
  }

  private stop(): void {
    this.ended = true;
    clearInterval(this.heart);
    clearTimeout(this.age);
  }
}
