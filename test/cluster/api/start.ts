import { once } from 'node:events';
import { hold } from '../../api/support/product';
import { skipReason } from '../../support/kafka-broker';
import { startProgram } from '../../support/programs';

interface ClusterAddress {
  readonly port: number;
  readonly gateway: number;
  readonly clickhouseUrl: string;
  readonly zone: string;
}

/** Before the first suite: starts every app as a separate process; to the suites they are one product. */
export default async (): Promise<void> => {
  const reason = skipReason();
  if (reason) throw new Error(`the cluster needs a broker: ${reason}`);
  const { child, end } = await startProgram('test/fixtures/processes/cluster.ts', []);
  const answer = once(child, 'message') as Promise<[ClusterAddress]>;
  child.send('address');
  const [{ port, gateway, clickhouseUrl, zone }] = await answer;
  hold({ port, gateway, clickhouseUrl, zone, stop: () => end() });
};
