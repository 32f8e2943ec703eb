import { CLICK_LOADERS, CLICKS_TOPIC } from '@platform/click-log';
import type { Admin } from 'kafkajs';
import { skipReason } from '../support/kafka-broker';
import { eventually } from '../support/programs';

/** A suite that needs a broker; where there can be none it is reported as skipped, with the reason. */
export const describeOnKafka = (name: string, suite: () => void): void => {
  const why = skipReason();
  if (why) describe.skip(`${name}, skipped: ${why}`, suite);
  else describe(name, suite);
};

/** Waits until the click loaders have committed the whole topic. */
export const allTaken = (admin: Admin): Promise<void> =>
  eventually(async () => {
    const [group] = await admin.fetchOffsets({ groupId: CLICK_LOADERS, topics: [CLICKS_TOPIC.topic] });
    for (const { partition, high } of await admin.fetchTopicOffsets(CLICKS_TOPIC.topic)) {
      const taken = Number(group?.partitions.find((one) => one.partition === partition)?.offset ?? 0);
      // An empty partition has no committed offset.
      if (Number(high) > Math.max(taken, 0))
        throw new Error(`partition ${partition} is taken up to ${taken} of ${high}`);
    }
  }, 60_000);
