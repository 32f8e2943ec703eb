/** What a check found. `advice` says what to do; it is absent when all is well. */
export interface Finding {
  readonly check: string;
  readonly level: 'ok' | 'warn' | 'fail';
  readonly found: string;
  readonly advice?: string;
}

export const ok = (check: string, found: string): Finding => ({ check, level: 'ok', found });
/** Worth knowing, nothing is broken: the exit code stays 0. */
export const warn = (check: string, found: string, advice: string): Finding => ({
  check,
  level: 'warn',
  found,
  advice,
});
export const fail = (check: string, found: string, advice: string): Finding => ({
  check,
  level: 'fail',
  found,
  advice,
});
