import type { operations } from '../api/operations.js';

export type Scope = 'read' | 'write' | 'keys' | 'owner';

/** An operation as an assistant is offered it. */
export interface Tool {
  /** `links_list`. */
  readonly name: string;
  readonly operation: keyof typeof operations;
  readonly title: string;
  readonly description: string;
  /** What a credential needs for it. */
  readonly scope: Scope;
  readonly answer: 'none' | 'json' | 'page' | 'file';
  /** Fields of its answer that are shown once. */
  readonly secrets?: readonly string[];
  /** The arguments that are parameters of the path, in its order, and of the query. */
  readonly path: readonly string[];
  readonly query: readonly string[];
  /** Where the body is: the arguments that are left, or one of that name. Absent: there is none. */
  readonly body?: 'fields' | 'items' | 'body';
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: Annotations;
}

/** What a host may tell its user before a call. */
export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}
