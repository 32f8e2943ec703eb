import { WEBHOOK_DISPATCHER } from '@contexts/aggregates';
import { listLanes } from '@platform/webhooks';
import type { Installation } from '../installation';
import { type CommandReport, table } from '../output';
import { parkedStreams } from '../processors';

/** `ops webhooks [--limit n]`: what waits for each webhook, the oldest due first, and the streams that none gets. */
export const webhooks = async (
  installation: Installation,
  { limit }: { readonly limit: number },
): Promise<CommandReport> => {
  const lanes = await listLanes(installation.pool, limit);
  const parked = (await parkedStreams(installation)).filter(({ processor }) => processor === WEBHOOK_DISPATCHER.name);
  const rows = lanes.map((lane) => [
    lane.webhook_id,
    lane.workspace_id,
    lane.status,
    lane.pending,
    lane.failures,
    lane.failed_deliveries,
    lane.due_since ?? '-',
    lane.clicks_at ?? '-',
    lane.healthy_at,
    lane.probing ? 'one at a time' : '',
  ]);
  const headings = [
    'webhook',
    'workspace',
    'status',
    'pending',
    'failures',
    'failed',
    'due since',
    'clicks up to',
    'well at',
    'probing',
  ];
  const parkedRows = parked.map(({ stream, position, parked_at, cause }) => [stream, position, parked_at, cause]);
  return {
    value: { webhooks: lanes, parked_streams: parked },
    lines: [
      ...(lanes.length === 0 ? ['There is no webhook.'] : table(headings, rows)),
      ...(parked.length > 0 ? ['', ...table(['parked stream', 'position', 'at', 'cause'], parkedRows)] : []),
    ],
    exitCode: parked.length > 0 ? 1 : 0,
  };
};
