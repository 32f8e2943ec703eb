/** What the libraries need of a logger; pino's fits. Code that needs less says so: `Pick<Log, 'warn'>`. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
