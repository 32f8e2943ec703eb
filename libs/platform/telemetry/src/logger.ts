import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import { stdout } from './lines-to';
import { redactLine, redactUrl } from './redact';

export type Logger = PinoLogger;

const url = (value: unknown): unknown => (typeof value === 'string' ? redactUrl(value) : value);

/**
 * Structured logs, one JSON object per line, `time` in RFC 3339 UTC. No secret gets through: fields that hold an
 * address go through `redactUrl`, and every finished line through `redactLine`.
 */
export const createLogger = ({
  level,
  destination = stdout,
}: {
  readonly level: string;
  readonly destination?: DestinationStream;
}): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { url, destination_url: url, err: pino.stdSerializers.err },
      hooks: { streamWrite: redactLine },
    },
    destination,
  );
