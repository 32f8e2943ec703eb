import type { ClickRetention } from '@contexts/clicks';
import { engineSocketPath } from '@platform/analytics-store';
import { z } from 'zod';

/** What the parent process sets in the environment. */
export interface ClicksConfig {
  /** Of the click log. */
  readonly directory: string;
  /** The loader's folder: its state, the records it set aside, and the engine's data. */
  readonly stateDirectory: string;
  readonly databaseUrl: string;
  /** A server to load into; the embedded engine is not started then. */
  readonly clickhouseUrl?: string;
  /** A geographic database instead of the shipped one. */
  readonly geoipDb?: string;
  /** Days for which clicks are kept, by plan. */
  readonly retention: ClickRetention;
  /** A collector that traces are sent to. */
  readonly otlpEndpoint?: string;
  /** Where the embedded engine listens. */
  readonly socketPath: string;
}

const optional = z
  .string()
  .transform((text) => (text === '' ? undefined : text))
  .optional();

const FOR_GOOD: ClickRetention = { free: 0, pro: 0, enterprise: 0 };
const days = z.object({ free: z.int().min(0), pro: z.int().min(0), enterprise: z.int().min(0) });

const environment = z.object({
  CLICKS_DIR: z.string().min(1),
  CLICKS_STATE_DIR: z.string().min(1),
  DATABASE_URL: z.string().min(1),
  CLICKHOUSE_URL: optional,
  GEOIP_DB: optional,
  OTEL_EXPORTER_OTLP_ENDPOINT: optional,
  CLICK_RETENTION: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(days)
    .default(FOR_GOOD),
});

/** Throws one error that names all missing variables. */
export const readConfig = (variables: NodeJS.ProcessEnv): ClicksConfig => {
  const { CLICKS_DIR, CLICKS_STATE_DIR, DATABASE_URL, CLICKHOUSE_URL, GEOIP_DB, CLICK_RETENTION, ...rest } =
    environment.parse(variables);
  const { OTEL_EXPORTER_OTLP_ENDPOINT: otlpEndpoint } = rest;
  return {
    directory: CLICKS_DIR,
    stateDirectory: CLICKS_STATE_DIR,
    databaseUrl: DATABASE_URL,
    retention: CLICK_RETENTION,
    ...(CLICKHOUSE_URL !== undefined && { clickhouseUrl: CLICKHOUSE_URL }),
    ...(GEOIP_DB !== undefined && { geoipDb: GEOIP_DB }),
    ...(otlpEndpoint !== undefined && { otlpEndpoint }),
    socketPath: engineSocketPath(CLICKS_STATE_DIR),
  };
};
