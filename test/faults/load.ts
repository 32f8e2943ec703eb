import { eventually } from '../support/programs';
import { type Address, type Answer, api, send } from '../support/waymark';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const PAUSE_MS = 20;

/** One visitor's clicks on one link. */
export interface Visits {
  readonly alias: string;
  readonly id: string;
  acknowledged: number;
  /** Sent, but the connection broke before an answer: each may count or not. */
  unsure: number;
}

interface MadeKey {
  readonly id: string;
  readonly token: string;
  /** `asked`: a revocation was sent and not answered, so that both results are right. */
  state: 'active' | 'asked' | 'revoked';
}

/** Clients that continue through every fault, and remember every answer. */
export class Load {
  readonly links: { readonly alias: string; readonly id: string }[] = [];
  readonly keys: MadeKey[] = [];
  readonly visits: Visits[] = [];
  /** How often each kind of request had each outcome: `click 302`, `link 503`, `key ECONNRESET`. */
  readonly outcomes = new Map<string, number>();
  private running = false;
  private clients: Promise<void>[] = [];
  private serial = 0;
  private reads = 0;

  constructor(
    private readonly address: Address,
    private readonly key: string,
    private readonly name: string,
  ) {}

  /** Creates the visited links, one per visitor. */
  async prepare(visitors: number): Promise<void> {
    for (let n = 0; n < visitors; n++) {
      const alias = `${this.name}-visited-${n}`;
      const { status, body, text } = await api({ ...this.address, patient: true }, this.key).post<{ id: string }>(
        '/v1/links',
        {
          destination_url: 'https://example.com/',
          alias,
        },
      );
      if (status !== 201) throw new Error(`making a link answered ${status}: ${text}`);
      this.visits.push({ alias, id: body.id, acknowledged: 0, unsure: 0 });
    }
  }

  start(): void {
    this.visitOnly();
    for (const step of [() => this.makeLink(), () => this.makeLink(), () => this.makeKey(), () => this.read()])
      this.clients.push(this.repeat(step));
  }

  /** Only clicks. */
  visitOnly(): void {
    this.running = true;
    this.clients = this.visits.map((visits) => this.repeat(() => this.visit(visits)));
  }

  async stop(): Promise<void> {
    this.running = false;
    await Promise.all(this.clients);
  }

  /** Ends the keys that are left: a workspace has a hundred at most, and other loads need some. */
  async revokeKeys(): Promise<void> {
    for (const { id, state } of this.keys)
      if (state !== 'revoked')
        await eventually(async () => {
          const { status, text } = await this.post(`/v1/api-keys/${id}/revoke`);
          if (status !== 200) throw new Error(`a revocation answered ${status}: ${text}`);
        });
  }

  /** The successes so far, by kind. */
  get done(): readonly [links: number, keys: number, clicks: number] {
    return [this.links.length, this.keys.length, this.visits.reduce((sum, { acknowledged }) => sum + acknowledged, 0)];
  }

  /** Outcomes that are not among the allowed ones. */
  outcomesBut(allowed: RegExp): string[] {
    return [...this.outcomes]
      .filter(([outcome]) => !allowed.test(outcome))
      .map(([outcome, count]) => `${count} × ${outcome}`);
  }

  private async repeat(step: () => Promise<void>): Promise<void> {
    while (this.running) await step();
  }

  private async makeLink(): Promise<void> {
    const alias = `${this.name}-${this.serial++}`;
    const answer = await this.tried('link', () =>
      this.post<{ id: string }>('/v1/links', { destination_url: 'https://example.com/', alias }),
    );
    if (answer?.status === 201) this.links.push({ alias, id: answer.body.id });
  }

  private async makeKey(): Promise<void> {
    const made = await this.tried('key', () =>
      this.post<{ id: string; key: string }>('/v1/api-keys', { name: this.name, scope: 'Read' }),
    );
    if (made?.status !== 201) return;
    const key: MadeKey = { id: made.body.id, token: made.body.key, state: 'active' };
    this.keys.push(key);
    // A link whose answer said that the read models are behind may not be found yet.
    if (this.keys.length % 4 === 0 || made.headers['waymark-pending'] !== undefined) return;
    key.state = 'asked';
    const revoked = await this.tried('revocation', () => this.post(`/v1/api-keys/${key.id}/revoke`));
    if (revoked?.status === 200) key.state = 'revoked';
  }

  private async read(): Promise<void> {
    const paths = [
      '/v1/links?limit=5',
      `/v1/links/${this.visits[0]?.id ?? ''}`,
      '/v1/api-keys?limit=5',
      '/v1/analytics/workspace',
      '/api/nobody-made-this',
    ];
    const path = paths[this.reads++ % paths.length] ?? '';
    await this.tried('read', () => api(this.address, this.key).get(path));
  }

  private async visit(visits: Visits): Promise<void> {
    const answer = await this.tried(
      'click',
      () => send(this.address, 'GET', `/${visits.alias}`, { headers: { 'user-agent': BROWSER } }),
      (code) => {
        if (code !== 'ECONNREFUSED') visits.unsure += 1;
      },
    );
    if (answer?.status === 302) visits.acknowledged += 1;
  }

  private async tried<T>(
    kind: string,
    ask: () => Promise<Answer<T>>,
    broken: (code: string) => void = () => undefined,
  ): Promise<Answer<T> | undefined> {
    let outcome: string;
    let answer: Answer<T> | undefined;
    try {
      answer = await ask();
      outcome = String(answer.status);
    } catch (error) {
      outcome = (error as NodeJS.ErrnoException).code ?? String(error);
      broken(outcome);
    }
    this.outcomes.set(`${kind} ${outcome}`, (this.outcomes.get(`${kind} ${outcome}`) ?? 0) + 1);
    if (answer === undefined || answer.status >= 500) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return answer;
  }

  private post<T>(path: string, body?: unknown): Promise<Answer<T>> {
    return api(this.address, this.key).post<T>(path, body);
  }
}
