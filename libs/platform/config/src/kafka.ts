import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { KafkaCluster } from '@platform/kafka';
import { certificateProblem } from './certificate';
import type { Variables } from './schema';

type Given = Readonly<Record<string, string | undefined>>;

const ACCOUNT = ['KAFKA_USERNAME', 'KAFKA_PASSWORD', 'KAFKA_SASL_MECHANISM'] as const;

/** Problems of the Kafka variables together: a variable that another one requires, or one that would have no effect. */
export const kafkaProblems = (given: Given, cwd: string): string[] => [
  ...aimless(given),
  ...accountProblems(given),
  ...authorityProblems(given, cwd),
];

/** What `createKafka` takes; undefined without brokers. The variables must have no problems. */
export const kafkaOf = (variables: Variables, cwd: string): KafkaCluster | undefined => {
  const { KAFKA_BROKERS: brokers, KAFKA_TLS, KAFKA_CA, KAFKA_USERNAME: username, KAFKA_PASSWORD: password } = variables;
  if (!brokers) return undefined;
  return {
    brokers,
    ...(KAFKA_TLS && { tls: KAFKA_CA === undefined ? {} : { ca: readFileSync(resolve(cwd, KAFKA_CA), 'utf8') } }),
    // With the default mechanism the password never leaves this process.
    ...(username &&
      password && { account: { username, password, mechanism: variables.KAFKA_SASL_MECHANISM ?? 'scram-sha-512' } }),
  };
};

const aimless = (given: Given): string[] => {
  if (given['KAFKA_BROKERS']) return [];
  const named = ['KAFKA_CA', ...ACCOUNT].filter((name) => given[name]);
  return [...(given['KAFKA_TLS'] === 'true' ? ['KAFKA_TLS'] : []), ...named].map(
    (name) => `${name} has no effect without KAFKA_BROKERS`,
  );
};

const accountProblems = ({
  KAFKA_USERNAME: username,
  KAFKA_PASSWORD: password,
  KAFKA_SASL_MECHANISM: mechanism,
}: Given): string[] => [
  ...(username && !password ? ['KAFKA_PASSWORD is required beside KAFKA_USERNAME'] : []),
  ...(password && !username ? ['KAFKA_USERNAME is required beside KAFKA_PASSWORD'] : []),
  ...(mechanism && !username ? ['KAFKA_SASL_MECHANISM has no effect without KAFKA_USERNAME'] : []),
];

/** Reported at the start, and not by every connection. */
const authorityProblems = ({ KAFKA_TLS, KAFKA_CA }: Given, cwd: string): string[] => {
  if (!KAFKA_CA) return [];
  const problem = certificateProblem(resolve(cwd, KAFKA_CA));
  return [
    ...(KAFKA_TLS === 'true' ? [] : ['KAFKA_CA has no effect unless KAFKA_TLS is true']),
    ...(problem ? [`KAFKA_CA ${problem}`] : []),
  ];
};
