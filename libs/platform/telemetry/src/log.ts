/** What the parts ask of a logger; pino's fits. One that asks for less names it: `Pick<Log, 'warn'>`. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
