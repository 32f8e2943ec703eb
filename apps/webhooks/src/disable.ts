import { keepWorking, pause } from '@platform/async';
import { type HandleDispatch, systemCommand } from '@platform/commands';
import type { Pool } from 'pg';

export interface DisableFailing {
  readonly pool: Pick<Pool, 'query'>;
  readonly dispatch: HandleDispatch;
  readonly log: { warn(context: object, message: string): void };
  readonly signal: AbortSignal;
}

interface Failing {
  readonly webhook_id: string;
  readonly workspace_id: string;
  readonly stream: string;
  readonly reason: string;
  readonly enabled_at: string;
  readonly now: string;
}

const LOOK_MS = 500;

const FAILING = `
  select l.webhook_id, l.workspace_id, s.stream, l.disable_reason as reason, s.webhook->>'enabled_at' as enabled_at,
    waymark_now() as now
  from webhook_lanes l join webhook_subscriptions s on s.id = l.webhook_id
  where l.disable_reason is not null and s.webhook->>'disabled_at' is null order by l.webhook_id limit 100`;

/**
 * Disables the webhooks that senders have given up, until the signal aborts. A sender leaves such a lane alone; the
 * dispatcher clears it when it reads the event.
 */
export const disableFailing = ({ pool, dispatch, log, signal }: DisableFailing): Promise<void> => {
  const disable = ({ webhook_id, workspace_id, stream, reason, enabled_at, now }: Failing) => {
    const command = { type: 'DisableWebhook', data: { webhook_id, workspace_id, reason, enabled_at } };
    const occurrence = `DisableWebhook/${webhook_id}/${enabled_at}`;
    return dispatch(
      systemCommand({ command, subject: webhook_id, occurrence }, { stream, workspace_id, now, by: 'webhooks' }),
    );
  };
  const round = async (working: () => void): Promise<void> => {
    const { rows } = await pool.query<Failing>(FAILING);
    await Promise.all(rows.map(disable));
    working();
    await pause(LOOK_MS, signal);
  };
  const onFailure = (err: unknown): void => log.warn({ err }, 'webhooks could not be disabled; trying again');
  return keepWorking(round, { signal, onFailure });
};
