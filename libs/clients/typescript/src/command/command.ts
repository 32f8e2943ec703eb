import type { Waymark } from '../core/client.js';
import type { Options, Values } from './arguments.js';
import type { Output } from './output.js';

export interface Invocation {
  readonly waymark: Waymark;
  readonly values: Values;
  readonly words: readonly string[];
  readonly output: Output;
}

export interface Command {
  /** `links create`. */
  readonly name: string;
  /** What it does, in a line. */
  readonly summary: string;
  /** The words after its name: `ID`. */
  readonly words?: readonly string[];
  readonly options: Options;
  /** A line for each option. */
  readonly help: Readonly<Record<string, string>>;
  readonly run: (invocation: Invocation) => Promise<void>;
}
