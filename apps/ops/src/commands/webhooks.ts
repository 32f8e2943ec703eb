import { WEBHOOK_DISPATCHER } from '@contexts/aggregates';
import { listLanes } from '@platform/webhooks';
import type { Installation } from '../installation';
import { type CommandReport, table } from '../output';
import { MOST_SHOWN, othersOf, parkedStreams } from '../processors';

const HEADINGS = [
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

/** `ops webhooks [--limit n]`: what waits for each webhook, the oldest due first, and the streams that none gets. */
export const webhooks = async (
  installation: Pick<Installation, 'pool' | 'config'>,
  { limit }: { readonly limit: number },
): Promise<CommandReport> => {
  const lanes = await listLanes(installation.pool, limit);
  const { name: processor } = WEBHOOK_DISPATCHER;
  const parked = (await parkedStreams(installation)).find((one) => one.processor === processor);
  const { count, streams } = parked ?? { count: 0, streams: [] };
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
  const parkedRows = streams
    .slice(0, MOST_SHOWN)
    .map(({ stream, position, parked_at, cause }) => [stream, position, parked_at, cause]);
  return {
    value: { webhooks: lanes, parked_streams: streams, parked_not_listed: count - streams.length },
    lines: [
      ...(lanes.length === 0 ? ['There is no webhook.'] : table(HEADINGS, rows)),
      ...(count > 0 ? ['', ...table(['parked stream', 'position', 'at', 'cause'], parkedRows)] : []),
      ...othersOf({ processor, count }),
    ],
    exitCode: count > 0 ? 1 : 0,
  };
};
