import { OperatorError, PLANS, type Plan } from '@kernel';
import { z } from 'zod';
import type { KafkaCluster } from '@platform/kafka';
import {
  brokers,
  clickRetention,
  count,
  dnsServers,
  egressAllow,
  email,
  eventStoreUrl,
  hosts,
  kafkaMechanism,
  oneOf,
  origin,
  origins,
  port,
  serverUrl,
  text,
  trueOrFalse,
  trustProxy,
} from './parsers';

/** Every variable with its parser and its default; a spec compares `.env.example` with this one table. */
export const VARIABLES = {
  PORT: port.default(3000),
  STATUS_PORT: port.optional(),
  METRICS_PORT: port.optional(),
  REDIRECT_WORKERS: count(256).optional(),
  SHUTDOWN_DELAY: count(4, 0).optional(),
  PUBLIC_URL: origin.optional(),
  SHORT_HOSTS: hosts.optional(),
  CORS_ORIGINS: origins.optional(),
  DATA_DIR: text(1, 4096).default('./data'),
  DATABASE_URL: serverUrl('postgres', 'postgresql').optional(),
  MIGRATIONS_DATABASE_URL: serverUrl('postgres', 'postgresql').optional(),
  EVENTSTORE_URL: eventStoreUrl.optional(),
  EVENTSTORE_CA: text(1, 4096).optional(),
  CLICKHOUSE_URL: serverUrl('http', 'https').optional(),
  KAFKA_BROKERS: brokers.optional(),
  KAFKA_TLS: trueOrFalse.default(false),
  KAFKA_CA: text(1, 4096).optional(),
  KAFKA_USERNAME: text(1, 1024).optional(),
  KAFKA_PASSWORD: text(1, 1024).optional(),
  KAFKA_SASL_MECHANISM: kafkaMechanism.optional(),
  DEFAULT_PLAN: oneOf(...PLANS).default('pro'),
  SIGNUP: oneOf('closed', 'open').default('closed'),
  SIGNUP_LIMIT: count(100_000).default(60),
  KEY_PEPPER: text(32, 1024).optional(),
  JWT_PRIVATE_KEY: text(1, 8192).optional(),
  VISITOR_SECRET: text(32, 1024).optional(),
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: serverUrl('http', 'https').optional(),
  GEOIP_DB: text(1, 4096).optional(),
  BLOCKED_HOSTS: text(1, 4096).optional(),
  APPLE_APP_SITE_ASSOCIATION: text(1, 4096).optional(),
  ASSETLINKS: text(1, 4096).optional(),
  SMTP_URL: serverUrl('smtp', 'smtps').optional(),
  MAIL_FROM: email.optional(),
  DNS_SERVERS: dnsServers.optional(),
  EGRESS_ALLOW: egressAllow.optional(),
  TRUST_PROXY: trustProxy.default(false),
  CLICK_RETENTION: clickRetention.default({ free: 0, pro: 0, enterprise: 0 }),
  BOOTSTRAP_EMAIL: email.optional(),
  BOOTSTRAP_PASSWORD: text(10, 1024).optional(),
  BOOTSTRAP_PLAN: oneOf(...PLANS).default('enterprise'),
} as const;

export const schema = z.object(VARIABLES);
export type Variables = z.output<typeof schema>;
export type VariableName = keyof typeof VARIABLES;

export type LogLevel = Variables['LOG_LEVEL'];

/** The configuration of a process. Where a server address is absent, the process uses the embedded server. */
export interface Config {
  readonly port: number;
  /** Where the redirector serves health and metrics, since its own port belongs to visitors. */
  readonly statusPort: number;
  /** Where `/metrics` is, and nowhere else; undefined: beside the health of the app. */
  readonly metricsPort: number | undefined;
  /** How many processes serve redirects; undefined: as many as there are cores. */
  readonly redirectWorkers: number | undefined;
  /** Milliseconds for which a process that is no longer ready still takes requests; undefined: the app's default. */
  readonly shutdownDelayMs: number | undefined;
  /** Origin without a trailing slash. */
  readonly publicUrl: string;
  /** Hosts of our own short links, with their port unless it is the scheme's default. Lower case. */
  readonly shortHosts: readonly string[];
  /** Origins of web pages that may call the API from a browser. */
  readonly corsOrigins: readonly string[];
  /** Absolute path. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Of the owner of the tables, who migrates them; absent: `databaseUrl`. */
  readonly migrationsDatabaseUrl: string | undefined;
  /** Connection string, with the authorities of EVENTSTORE_CA. */
  readonly eventStoreUrl: string | undefined;
  readonly clickHouseUrl: string | undefined;
  /** Brokers, encryption and account, as `createKafka` takes them. */
  readonly kafka: KafkaCluster | undefined;
  readonly defaultPlan: Plan;
  readonly signup: 'closed' | 'open';
  /** Sign-ups in a minute, of all clients together. */
  readonly signupLimit: number;
  readonly logLevel: LogLevel;
  /** Base URL of the collector that traces are sent to; absent: nothing is traced. */
  readonly otlpEndpoint: string | undefined;
  /** Absolute path of a geographic database; if absent, the shipped one is used. */
  readonly geoipDb: string | undefined;
  /** Absolute path of a list of hosts that links may not lead to, as `readHostList` reads it. */
  readonly blockedHosts: string | undefined;
  /** Documents that our own short hosts serve for the deep links of apps, in JSON. */
  readonly deepLinks: {
    readonly apple_app_site_association: string | undefined;
    readonly assetlinks: string | undefined;
  };
  /** Days for which clicks are kept, by plan; 0 keeps them for ever. */
  readonly clickRetention: Readonly<Record<Plan, number>>;
  /** Where mail is handed in, and its sender; absent: no mail is sent. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | undefined;
  readonly trustProxy: boolean | readonly string[];
  /**
   * Servers that resolve the names of URLs which users name, with a port unless it is 53; none: those of the system.
   */
  readonly dnsServers: readonly string[];
  /** Addresses, networks and host names that requests may go to, besides the public internet. */
  readonly egressAllow: readonly string[];
  readonly bootstrap: {
    readonly email: string | undefined;
    readonly password: string | undefined;
    readonly plan: Plan;
  };
  /** Secrets from the environment; hand them to `ensureSecrets`, which makes the missing ones. */
  readonly secrets: { readonly keyPepper?: string; readonly jwtPrivateKey?: string; readonly visitorSecret?: string };
}

export class ConfigError extends OperatorError {
  /** @param problems one line each, beginning with the variable's name; they never contain values. */
  constructor(readonly problems: readonly string[]) {
    super(
      `The configuration has ` +
        `${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n` +
        `${problems.map((line) => `  ${line}`).join('\n')}`,
    );
    this.name = 'ConfigError';
  }
}
