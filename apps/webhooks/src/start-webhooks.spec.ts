import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { webhookList } from '@contexts/webhooks';
import { runProjector } from '@platform/read-store';
import { createMetrics } from '@platform/telemetry';
import { FROM_SOURCES, eventually } from '../../../test/support/programs';
import { quiet } from '../../../test/support/read-store';
import { PEPPER, type WebhookEngine, withWebhookEngine } from '../../../test/support/webhook-engine';
import { type WebhookReceiver, startReceiver } from '../../../test/support/webhook-receiver';
import { runWebhooksChild } from '.';

let engine: WebhookEngine;
let receiver: WebhookReceiver;
const ending = new AbortController();
const running: Promise<unknown>[] = [];

beforeAll(async () => {
  [engine, receiver] = [await withWebhookEngine(), await startReceiver()];
});
afterAll(async () => {
  ending.abort();
  await Promise.all(running);
  await receiver.close();
  await engine.close();
});

/** The child processes of this process that run webhooks. */
const children = (): readonly number[] =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('apps/webhooks/src/child.ts'))
    .map(Number);

describe('the supervised child of webhooks', () => {
  it('starts with the first webhook, comes back after a kill, and ends on request', async () => {
    const metrics = createMetrics();
    const { signal } = ending;
    const shown = () => metrics.registry.metrics();
    running.push(
      runProjector(webhookList, { store: engine.events, pool: engine.pool, log: quiet, signal }),
      runWebhooksChild({
        pool: engine.pool,
        env: { DATABASE_URL: engine.database.url, KEY_PEPPER: PEPPER, EGRESS_ALLOW: '127.0.0.1', LOG_LEVEL: 'silent' },
        log: quiet,
        metrics,
        signal,
        main: join(__dirname, 'child.ts'),
        execArgv: FROM_SOURCES,
      }),
    );
    const workspace = engine.workspaceId();
    await engine.link(workspace);
    expect(children()).toEqual([]);
    const { id } = await engine.webhook(workspace, receiver.url('/child'));
    await engine.link(workspace);
    await eventually(() => expect(receiver.at('/child')).toHaveLength(1));
    await eventually(async () => expect(await shown()).toMatch(/^webhook_attempts_total\{outcome="delivered"\} 1$/m));
    // A result that is not written when its process dies is not a result: the attempt would be made again.
    await eventually(async () => expect(await engine.deliveries(id)).toMatchObject([{ status: 'delivered' }]));

    const [pid] = children();
    process.kill(pid ?? 0, 'SIGKILL');
    await engine.link(workspace);
    await eventually(() => expect(receiver.at('/child')).toHaveLength(2));
    // Totals go on; the lanes and the dispatcher are reported by the new child.
    await eventually(async () => expect(await shown()).toMatch(/^webhook_attempts_total\{outcome="delivered"\} 2$/m));
    await eventually(async () => expect(await shown()).toMatch(/^webhook_lanes 1$/m));
    await eventually(async () => expect(await shown()).toMatch(/^webhook_clicks_behind_seconds 0$/m));
    ending.abort();
    await Promise.all(running);
    expect(children()).toEqual([]);
  });
});
