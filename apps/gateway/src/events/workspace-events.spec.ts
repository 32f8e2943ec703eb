import type { Recorded } from '@kernel';
import { someMetadata, someRecorded } from '@kernel/testing';
import type { WorkspaceEventRow } from '@contexts/aggregates';
import type { Progress } from '@platform/processing';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { linkCreated } from '../../../../test/support/link-events';
import { WorkspaceEventLog } from './workspace-events';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const STREAMS = 60;
const EVENTS = 50;

/** A link that was created and given other titles. */
const history = (stream: string): readonly Recorded[] => {
  const link_id = stream.replace('link-', 'link_');
  const metadata = someMetadata({ workspace_id: 'ws_1' });
  return Array.from({ length: EVENTS }, (_, nth) => {
    const title = { from: nth === 1 ? null : `${nth - 1}`, to: `${nth}` };
    const event =
      nth === 0 ? linkCreated({ link_id, alias: 'a' }) : { type: 'LinkUpdated', data: { link_id, changes: { title } } };
    return someRecorded(event, nth, { id: `${stream}/${nth}`, stream, metadata });
  });
};

it('a list of events keeps of each stream the entries that it shows, and no other event', async () => {
  const streams = Array.from({ length: STREAMS }, (_, nth) => `link-${nth}`);
  const row = (stream: string): WorkspaceEventRow =>
    ({
      ...{ id: `${stream}/${EVENTS - 1}`, stream, type: 'link.updated', resource_id: stream.replace('link-', 'link_') },
      ...{ at: '2026-01-01T00:00:00.000Z', revision: `${EVENTS - 1}` },
    }) as unknown as WorkspaceEventRow;
  const read: WeakRef<readonly Recorded[]>[] = [];
  let kept = 0;
  const store = {
    head: async () => 1n,
    read: async (stream: string) => {
      await new Promise((resolve) => setImmediate(resolve));
      if (read.length === STREAMS - 1) {
        collect();
        kept = read.filter((one) => one.deref() !== undefined).length;
      }
      const events = history(stream);
      read.push(new WeakRef(events));
      return events;
    },
  };
  const log = new WorkspaceEventLog(
    { page: async () => ({ rows: streams.map(row), next: null }) } as never,
    { awaitProcessed: async () => [] } as unknown as Progress,
    store as never,
    { publicUrl: 'https://go.test' } as never,
    { error: (...failure: unknown[]) => expect(failure).toEqual([]) },
  );
  const { data } = await log.list('ws_1', { limit: 100 });
  expect(data).toHaveLength(STREAMS);
  expect(data[0]?.changes).toEqual({ title: { from: `${EVENTS - 2}`, to: `${EVENTS - 1}` } });
  expect(kept).toBeLessThan(20);
});
