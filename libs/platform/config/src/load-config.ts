import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { databaseProblem } from '@platform/geoip';
import { deepLinkProblems, deepLinksOf } from './deep-links';
import { codeOf } from './errno';
import { eventStoreProblems, eventStoreUrlOf } from './event-store';
import { hostListProblem } from './host-list';
import { kafkaOf, kafkaProblems } from './kafka';
import { type Config, ConfigError, schema, VARIABLES, type VariableName, type Variables } from './schema';
import { isSigningKey } from './secrets';

type Environment = Readonly<Record<string, string | undefined>>;

interface LoadConfig {
  readonly cwd: string;
  /** What a separate app requires. Absent: missing servers are embedded; an external database needs shared secrets. */
  readonly requires?: readonly VariableName[];
}

/**
 * Reads and checks the whole configuration at once. A `.env` file in `cwd` is read if present; the real environment
 * overrides it. An empty value counts as absent. Nothing is written.
 * @throws ConfigError naming every problem.
 */
export const loadConfig = (env: Environment, { cwd, requires }: LoadConfig): Config => {
  const given = { ...known(readEnvFile(resolve(cwd, '.env'))), ...known(env) };
  const read = schema.safeParse(given);
  const problems = [
    ...(read.success ? [] : read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)),
    ...(requires ? absent(given, requires) : unshared(given)),
    ...keyProblems(given),
    ...ownerProblems(given),
    ...(read.success ? portProblems(read.data) : []),
    ...(read.success ? eventStoreProblems(given, cwd) : []),
    ...kafkaProblems(given, cwd),
    ...geographyProblems(given, cwd),
    ...blocklistProblems(given, cwd),
    ...deepLinkProblems(given, cwd),
  ];
  if (!read.success || problems.length > 0) throw new ConfigError(problems);
  return freeze(configOf(read.data, cwd));
};

/** The variables of a dotenv file; none if the file is absent. @throws ConfigError where it cannot be read */
const readEnvFile = (path: string): Environment => {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return {};
    if (code === 'EISDIR') throw new ConfigError([`${path} is a folder, and must be a file or absent`]);
    throw new ConfigError([`${path} cannot be read (${String(code)}): the user that runs Waymark must be able to`]);
  }
};

const known = (env: Environment) =>
  Object.fromEntries(
    Object.keys(VARIABLES).flatMap((name) => {
      const value = env[name]?.trim();
      return value ? [[name, value]] : [];
    }),
  );

const absent = (given: Environment, requires: readonly VariableName[]): string[] =>
  requires
    .filter((name) => !given[name])
    .map((name) => `${name} is required by this app; only standalone has something in its place`);

/** Processes that share a database must share its secrets, so none of them may make its own. */
const unshared = (given: Environment): string[] => {
  const missing = given['DATABASE_URL']
    ? ['KEY_PEPPER', 'JWT_PRIVATE_KEY', 'VISITOR_SECRET'].filter((name) => !given[name])
    : [];
  return missing.map((name) => `${name} is required when DATABASE_URL is set`);
};

/** The owner of an embedded database is known. */
const ownerProblems = ({ DATABASE_URL, MIGRATIONS_DATABASE_URL }: Environment): string[] =>
  MIGRATIONS_DATABASE_URL && !DATABASE_URL ? ['MIGRATIONS_DATABASE_URL goes with DATABASE_URL'] : [];

/** Reported at the start, before clicks lack their geography. */
const geographyProblems = ({ GEOIP_DB }: Environment, cwd: string): string[] => {
  const problem = GEOIP_DB === undefined ? undefined : databaseProblem(resolve(cwd, GEOIP_DB));
  return problem === undefined ? [] : [`GEOIP_DB ${problem}`];
};

const blocklistProblems = ({ BLOCKED_HOSTS }: Environment, cwd: string): string[] => {
  const problem = BLOCKED_HOSTS === undefined ? undefined : hostListProblem(resolve(cwd, BLOCKED_HOSTS));
  return problem === undefined ? [] : [`BLOCKED_HOSTS ${problem}`];
};

/** Two servers on one port: the second would fail in the middle of the start. */
const portProblems = ({ PORT, STATUS_PORT, METRICS_PORT }: Variables): string[] =>
  METRICS_PORT === PORT || (METRICS_PORT !== undefined && METRICS_PORT === STATUS_PORT)
    ? ['METRICS_PORT must differ from PORT and STATUS_PORT']
    : [];

const keyProblems = ({ JWT_PRIVATE_KEY: key }: Environment): string[] =>
  key && !isSigningKey(key) ? ['JWT_PRIVATE_KEY must be an Ed25519 private key in PEM (PKCS #8)'] : [];

const configOf = (variables: Variables, cwd: string): Config => {
  const { PORT, PUBLIC_URL, SHORT_HOSTS } = variables;
  const publicUrl = PUBLIC_URL ?? `http://localhost:${PORT}`;
  return {
    port: PORT,
    statusPort: variables.STATUS_PORT ?? PORT + 1,
    metricsPort: variables.METRICS_PORT,
    redirectWorkers: variables.REDIRECT_WORKERS,
    shutdownDelayMs: variables.SHUTDOWN_DELAY === undefined ? undefined : variables.SHUTDOWN_DELAY * 1_000,
    publicUrl,
    shortHosts: SHORT_HOSTS ?? (PUBLIC_URL ? [new URL(PUBLIC_URL).host] : [`localhost:${PORT}`, `127.0.0.1:${PORT}`]),
    corsOrigins: variables.CORS_ORIGINS ?? [],
    dataDir: resolve(cwd, variables.DATA_DIR),
    databaseUrl: variables.DATABASE_URL,
    migrationsDatabaseUrl: variables.MIGRATIONS_DATABASE_URL,
    eventStoreUrl: eventStoreUrlOf(variables, cwd),
    clickHouseUrl: variables.CLICKHOUSE_URL,
    kafka: kafkaOf(variables, cwd),
    defaultPlan: variables.DEFAULT_PLAN,
    signup: variables.SIGNUP,
    signupLimit: variables.SIGNUP_LIMIT,
    logLevel: variables.LOG_LEVEL,
    otlpEndpoint: variables.OTEL_EXPORTER_OTLP_ENDPOINT,
    geoipDb: variables.GEOIP_DB === undefined ? undefined : resolve(cwd, variables.GEOIP_DB),
    blockedHosts: variables.BLOCKED_HOSTS === undefined ? undefined : resolve(cwd, variables.BLOCKED_HOSTS),
    deepLinks: deepLinksOf(variables, cwd),
    clickRetention: variables.CLICK_RETENTION,
    mail: mailOf(variables, publicUrl),
    trustProxy: variables.TRUST_PROXY,
    dnsServers: variables.DNS_SERVERS ?? [],
    egressAllow: variables.EGRESS_ALLOW ?? [],
    bootstrap: {
      email: variables.BOOTSTRAP_EMAIL,
      password: variables.BOOTSTRAP_PASSWORD,
      plan: variables.BOOTSTRAP_PLAN,
    },
    secrets: secretsOf(variables),
  };
};

const secretsOf = ({ KEY_PEPPER, JWT_PRIVATE_KEY, VISITOR_SECRET }: Variables): Config['secrets'] => ({
  ...(KEY_PEPPER && { keyPepper: KEY_PEPPER }),
  ...(JWT_PRIVATE_KEY && { jwtPrivateKey: JWT_PRIVATE_KEY }),
  ...(VISITOR_SECRET && { visitorSecret: VISITOR_SECRET }),
});

const mailOf = ({ SMTP_URL, MAIL_FROM }: Variables, publicUrl: string): Config['mail'] =>
  SMTP_URL === undefined
    ? undefined
    : { smtpUrl: SMTP_URL, from: MAIL_FROM ?? `waymark@${new URL(publicUrl).hostname}` };

const freeze = <T extends object>(value: T): T => {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) freeze(inner);
  return Object.freeze(value);
};
