import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { linkStream } from '@contexts/links';
import { someMetadata } from '@kernel/testing';
import { type Program, eventually, startProgram } from '../../support/programs';
import { PEPPER, type WebhookEngine, withWebhookEngine } from '../../support/webhook-engine';
import type { WebhookReceiver } from '../../support/webhook-receiver';

export const WEBHOOKS = 50;
/** Microseconds of one tick in /proc. */
const TICK = 10_000;

interface Endpoint {
  readonly workspace: string;
  readonly path: string;
  link: string;
  revision: bigint;
}

/** Microseconds of CPU so far. */
export interface Spent {
  readonly node: number;
  readonly postgres: number;
}

/** An installation with its own database and its own process of webhooks: 50 of them, in workspaces of their own. */
export class Side {
  private constructor(
    private readonly engine: WebhookEngine,
    private readonly program: Program,
    readonly endpoints: readonly Endpoint[],
  ) {}

  /** @param name begins the paths of its endpoints */
  static async start(receiver: WebhookReceiver, name: string): Promise<Side> {
    const engine = await withWebhookEngine();
    const endpoints: Endpoint[] = [];
    for (let n = 0; n < WEBHOOKS; n += 1) {
      const [workspace, path] = [engine.workspaceId(), `/${name}/${n}`];
      await engine.webhook(workspace, receiver.url(path), { events: ['link.updated'] });
      endpoints.push({ workspace, path, link: '', revision: 0n });
    }
    const program = await startProgram('test/fixtures/processes/webhooks.ts', [engine.database.url, PEPPER]);
    return new Side(engine, program, endpoints);
  }

  /** Gives every webhook a new link, since an event costs the more, the older its stream is. Waits until nothing is due. */
  async prepare(): Promise<void> {
    const { engine, endpoints } = this;
    await engine.owner.query(
      "update webhook_deliveries set status = 'skipped', next_attempt_at = null where status = 'pending'",
    );
    await engine.owner.query('update webhook_lanes set failures = 0, failed_deliveries = 0');
    for (const one of endpoints) Object.assign(one, { link: await engine.link(one.workspace), revision: 0n });
    await eventually(async () => {
      const { rowCount } = await engine.owner.query('select from webhook_lanes where leased_until > waymark_now()');
      if ((await engine.lag()) > 0n || rowCount !== 0) throw new Error('the webhooks are not quiet yet');
    });
  }

  /** An event for one of the webhooks. @param title of its link from now on */
  async edit(n: number, title: string): Promise<void> {
    const endpoint = this.endpoints[n % WEBHOOKS] as Endpoint;
    const { workspace: workspace_id, link: link_id, revision } = endpoint;
    endpoint.revision += 1n;
    const metadata = someMetadata({ workspace_id, command_id: randomUUID(), at: new Date().toISOString() });
    const event = { type: 'LinkUpdated', data: { link_id, changes: { title: { from: null, to: title } } } };
    await this.engine.events.append(linkStream(link_id), [{ id: randomUUID(), event, metadata }], revision);
  }

  /** Of the process of webhooks, and of the database's processes for this installation. */
  async spent(): Promise<Spent> {
    const { rows } = await this.engine.owner.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database()',
    );
    return {
      node: cpuOf(this.program.child.pid ?? 0),
      postgres: rows.reduce((sum, { pid }) => sum + cpuOf(pid), 0),
    };
  }

  async stop(): Promise<void> {
    await this.program.end('SIGKILL');
    await this.engine.close();
  }
}

const cpuOf = (pid: number): number => {
  const [, words = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=[A-Z] )/);
  const [user = 0, system = 0] = words.split(' ').slice(11, 13).map(Number);
  return (user + system) * TICK;
};
