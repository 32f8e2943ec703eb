/**
 * Kinds of rejection. One filter at the edge maps a kind to an HTTP status; no other code names a status. A `lost-race`
 * is a conflict that passes: the same command may succeed a moment later.
 */
export const REJECTION_KINDS = ['invalid', 'forbidden', 'not-found', 'conflict', 'stale', 'lost-race'] as const;
export type RejectionKind = (typeof REJECTION_KINDS)[number];

/** One thing wrong with an input: where, as a dotted path from `body`, `query` or `path`, and what. */
export interface Problem {
  readonly location: string;
  readonly message: string;
  /** Absent: that of the rejection. */
  readonly code?: string;
}

/**
 * A refusal by a business rule. `code` is part of the HTTP contract; `extra` goes into the answer (`existing_link_id`).
 */
export class Rejection extends Error {
  constructor(
    readonly kind: RejectionKind,
    readonly code: string,
    detail: string,
    readonly extra: Readonly<Record<string, unknown>> = {},
    readonly problems: readonly Problem[] = [],
  ) {
    super(detail);
    this.name = 'Rejection';
  }
}

/** A refusal of what lost its races against other changes too often. */
export const lostRace = (detail = 'Too many changes at once; try again.') =>
  new Rejection('lost-race', 'conflict', detail);

export const isLostRace = (error: unknown): error is Rejection =>
  error instanceof Rejection && error.kind === 'lost-race';
