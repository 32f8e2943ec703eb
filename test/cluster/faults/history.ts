import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Address, type Answer, send } from '../../support/waymark';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const PAUSE_MS = 25;
/** After the load, unanswered requests are repeated for this long. */
const CONVERGES_WITHIN_MS = 180_000;

export type Kind = 'create' | 'edit' | 'read' | 'redirect';

/** One request as its client saw it; the status is 0 where the connection broke. */
export interface Sample {
  readonly kind: Kind;
  readonly status: number;
  /** Milliseconds of this process's clock: the start, and the duration. */
  readonly at: number;
  readonly ms: number;
  /** The detail of a refusal. */
  readonly detail?: string | undefined;
}

/** A link with one writer, who knows its expected state. */
export interface Written {
  readonly id: string;
  title: string;
  /** Acknowledged ones, each under an Idempotency-Key of its own. */
  edits: number;
}

/** A link that is only visited. */
export interface Visited {
  readonly id: string;
  readonly alias: string;
  acknowledged: number;
  /** Sent without an answer: each may count or not. */
  unsure: number;
}

interface Link {
  readonly id: string;
  readonly alias: string;
  readonly title: string;
}

/**
 * Clients of one origin that continue through every fault, and remember every answer. A write is repeated under its
 * Idempotency-Key until it is acknowledged, as a careful client does; what was acknowledged is read at once.
 */
export class History {
  readonly samples: Sample[] = [];
  readonly written: Written[] = [];
  readonly visited: Visited[] = [];
  /** Answers that no order of events explains. */
  readonly violations: string[] = [];
  /** Writes that were acknowledged before the read models had them, and were marked as such. */
  pending = 0;
  private running = false;
  private clients: Promise<void>[] = [];
  private until = Infinity;

  constructor(
    private readonly origin: Address,
    private readonly key: string,
    readonly tag: string,
  ) {}

  /** Links for visitors, one each. */
  async prepare(visitors: number): Promise<void> {
    for (let n = 0; n < visitors; n += 1) {
      const {
        body: { id, alias },
      } = await this.acknowledged<Link>('create', 'POST', '/v1/links', {
        destination_url: 'https://example.com/',
        alias: `${this.tag}-${n}`,
      });
      this.visited.push({ id, alias, acknowledged: 0, unsure: 0 });
    }
  }

  start(writers = 2): void {
    this.running = true;
    this.until = Infinity;
    this.clients = [
      ...Array.from({ length: writers }, () => this.repeat(() => this.write())),
      ...this.visited.map((visited) => this.repeat(() => this.visit(visited))),
    ];
  }

  /** Resolves when every started write is acknowledged. */
  async stop(): Promise<void> {
    this.running = false;
    this.until = performance.now() + CONVERGES_WITHIN_MS;
    await Promise.all(this.clients);
  }

  /** Ends the clients, answered or not: those of a run that failed. */
  async abandon(): Promise<void> {
    this.running = false;
    this.until = -Infinity;
    await Promise.allSettled(this.clients);
  }

  /** Samples of these kinds that began within a span of time. */
  between(from: number, to: number, ...kinds: readonly Kind[]): Sample[] {
    return this.samples.filter(({ kind, at }) => at >= from && at < to && (kinds.length === 0 || kinds.includes(kind)));
  }

  private async repeat(step: () => Promise<void>): Promise<void> {
    while (this.running) {
      await step();
      await delay(PAUSE_MS);
    }
  }

  private async write(): Promise<void> {
    const { body: made } = await this.acknowledged<Link>('create', 'POST', '/v1/links', {
      destination_url: 'https://example.com/',
      title: 'new',
      tags: [this.tag],
    });
    const link: Written = { id: made.id, title: 'new', edits: 0 };
    this.written.push(link);
    for (let edit = 1; edit <= 2; edit += 1) {
      const edited = await this.acknowledged<Link>('edit', 'PATCH', `/v1/links/${link.id}`, { title: `edit ${edit}` });
      Object.assign(link, { title: edited.body.title, edits: edit });
      // Such an answer says itself that reads may be behind.
      if (edited.headers['waymark-pending']) this.pending += 1;
      else await this.readBack(link);
    }
  }

  /** Only its writer changes it, so every gateway must return what was acknowledged. */
  private async readBack({ id, title }: Written): Promise<void> {
    const { status, body } = await this.ask<Link>('read', 'GET', `/v1/links/${id}`);
    if (status === 404 || (status === 200 && body.title !== title))
      this.violations.push(`${id} read as ${status} ${body.title ?? ''} after ${title} was acknowledged`);
  }

  private async visit(visited: Visited): Promise<void> {
    const { status, headers } = await this.ask('redirect', 'GET', `/${visited.alias}`);
    if (status === 302) visited.acknowledged += 1;
    if (status === 302 && headers.location !== 'https://example.com/')
      this.violations.push(`${visited.alias} led to ${headers.location ?? 'nowhere'}`);
    if (status === 404) this.violations.push(`${visited.alias} was not found`);
    if (status === 0 || status === 502) visited.unsure += 1;
  }

  private async acknowledged<T extends { readonly id: string }>(
    kind: Kind,
    method: string,
    path: string,
    body: object,
  ): Promise<Answer<T>> {
    const once = randomUUID();
    for (;;) {
      const answer = await this.ask<T>(kind, method, path, body, { 'idempotency-key': once });
      if (answer.status >= 200 && answer.status < 300) return answer;
      if (performance.now() > this.until)
        throw new Error(`${method} ${path} was still ${answer.status} at the end: ${answer.text}`);
      await delay(PAUSE_MS * 4);
    }
  }

  private async ask<T>(
    kind: Kind,
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer<T>> {
    const at = performance.now();
    const credential = kind === 'redirect' ? { 'user-agent': BROWSER } : { authorization: `Bearer ${this.key}` };
    const answer = await send<T>(this.origin, method, path, { body, headers: { ...credential, ...headers } }).catch(
      (error: Error): Answer<T> => ({ status: 0, headers: {}, text: error.message, body: {} as T }),
    );
    const { detail } = (answer.body ?? {}) as { readonly detail?: string };
    this.samples.push({ kind, status: answer.status, at, ms: performance.now() - at, detail });
    return answer;
  }
}

/** `kind status × count`, with what refusals say of themselves, for people. */
export const summaryOf = (samples: readonly Sample[]): string => {
  const counts = new Map<string, number>();
  for (const { kind, status, detail } of samples) {
    const what = [kind, status || 'broken', ...(detail ? [`(${detail})`] : [])].join(' ');
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts]
    .sort()
    .map(([what, count]) => `${what} × ${count}`)
    .join(', ');
};
