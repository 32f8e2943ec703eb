import type { DriverError, DriverRequest } from './driver';
import type { Fault } from './proxy';

/** One of scenarios.json. `{{name}}` in its texts is a value of its run: `unique`, `folder`, `product`, what was prepared. */
export interface Scenario extends DriverRequest {
  /** The guarantee that it protects. */
  readonly name: string;
  /** Whose credential: a Read + Write key, a Read key, or the access token of the owner. Absent: key. */
  readonly as?: 'key' | 'reader' | 'owner';
  /** Requests to the product before, by the same credential; their answers are known by the name. */
  readonly prepare?: readonly Prepared[];
  /** What the proxy does with the requests of the call, in turn. */
  readonly faults?: readonly Fault[];
  /** So many drivers make the call at once. */
  readonly racers?: number;
  readonly expect: { readonly value?: unknown; readonly error?: Partial<DriverError>; readonly file?: 'whole' };
  readonly wire?: Wire;
  /** Questions to the product afterwards. */
  readonly then?: readonly { readonly get: string; readonly status?: number; readonly body?: unknown }[];
  /** The files in the folder of the run, and their texts. */
  readonly files?: Readonly<Record<string, string>>;
}

export type Prepared =
  | {
      readonly name?: string;
      readonly method: string;
      readonly path: string;
      readonly body?: unknown;
      readonly repeat?: number;
    }
  /** A file that holds a text `times` times, by default once. */
  | { readonly file: string; readonly text: string; readonly times?: number };

/** What the requests of the call must have been. */
export interface Wire {
  readonly requests?: number;
  readonly requests_at_least?: number;
  /** All have one Idempotency-Key, and the same body. */
  readonly same_key?: boolean;
  /** Milliseconds from each to the next. */
  readonly gap_ms_at_least?: readonly number[];
  /** Of each request; null: absent. A text that begins with `~` is a regular expression. */
  readonly headers?: readonly Readonly<Record<string, string | null>>[];
  readonly queries?: readonly Readonly<Record<string, string | null>>[];
  readonly methods?: readonly string[];
  readonly paths?: readonly string[];
  /** The JSON body of each, exactly. */
  readonly body?: unknown;
  readonly text?: string;
}
