import { skipReason } from '../support/kafka-broker';

/** A suite that needs a broker; where there can be none it is reported as skipped, with the reason. */
export const describeOnKafka = (name: string, suite: () => void): void => {
  const why = skipReason();
  if (why) describe.skip(`${name}, skipped: ${why}`, suite);
  else describe(name, suite);
};
