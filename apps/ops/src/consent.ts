import { createInterface } from 'node:readline/promises';
import { Failure } from './failure';

export interface Consent {
  /** What will happen, in lines that end with a line break. */
  readonly warning: string;
  /** What must be typed, as `word` names it. */
  readonly expected: string;
  readonly word: string;
}

/** Asks at the terminal, on standard error. @throws Failure unless the expected word is typed */
export const demandConsent = async ({ warning, expected, word }: Consent): Promise<void> => {
  process.stderr.write(warning);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  const typed = await Promise.race([terminal.question('Type it to go on: '), ended]);
  terminal.close();
  if (typed.trim() !== expected) throw new Failure(`That is not ${word}. Nothing was changed.`);
};
