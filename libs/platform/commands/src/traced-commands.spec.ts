import { MemoryEventStore } from '@platform/event-store';
import { startTracing } from '@platform/telemetry';
import { add, COUNTER_CATEGORY, counterDecider, newStream } from '../../../../test/contract/counter';
import { CommandHandling } from './command-handling';
import { Deciders } from './deciders';
import { encodeCommand, encodeHeaders } from './wire/command-message';

const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const store = new MemoryEventStore();

/** Takes a command as it comes over Kafka. @returns the metadata of its event */
const metadataAfter = async (traceparent?: string) => {
  const deciders = new Deciders(store);
  deciders.register(COUNTER_CATEGORY, counterDecider);
  const producer = { send: () => Promise.resolve() };
  const handling = new CommandHandling({ deciders, producer, clock: () => 0, log });
  const command = add(newStream(), 1);
  const headers = encodeHeaders({ correlationId: 'c', replyTopic: 'waymark.replies.x' }, 1_000, traceparent);
  const message = { value: Buffer.from(encodeCommand(command)), headers: new Map(Object.entries(headers)) };
  expect(await handling.handle(message)).toBe('answered');
  return (await store.read(command.stream))[0]?.metadata;
};

describe('an event of a command that came over Kafka', () => {
  it('says in its metadata which span wrote it, in the trace of the sender', async () => {
    const end = await startTracing({ endpoint: 'http://127.0.0.1:1', service: 'spec', log });
    const metadata = await metadataAfter(PARENT);
    await end();
    expect(metadata?.traceparent).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/);
    expect(metadata?.traceparent).not.toBe(PARENT);
  });

  it('says nothing where nothing is traced, whatever the sender sends', async () => {
    expect(await metadataAfter(PARENT)).not.toHaveProperty('traceparent');
  });
});
