/** What this library asks of a logger; pino's fits. */
export interface Log {
  info(context: object, message: string): void;
  warn(context: object, message: string): void;
}
