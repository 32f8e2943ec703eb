import { type Config, ConfigError } from '@platform/config';

const LAST_PORT = 65_535;

/** A redirector listens on up to three ports, and only it knows which. @throws ConfigError where two are one */
export const demandOwnPorts = ({
  port,
  statusPort,
  metricsPort,
}: Pick<Config, 'port' | 'statusPort' | 'metricsPort'>): void => {
  const problems = [
    ...(statusPort > LAST_PORT ? [`STATUS_PORT is required with PORT ${port}, as PORT + 1 is no port`] : []),
    ...(statusPort === port ? ['STATUS_PORT must differ from PORT'] : []),
    ...(statusPort === metricsPort
      ? [`METRICS_PORT must differ from ${statusPort}, which is STATUS_PORT (PORT + 1 where it is absent)`]
      : []),
  ];
  if (problems.length > 0) throw new ConfigError(problems);
};
