import { StoreUnavailable } from '@kernel';
import type {
  Authorization,
  AuthorizeRequest,
  Confirmation,
  Idempotency,
  Rate,
  StoredAnswer,
  Principal,
} from './authorization';

/** A row of the SQL function `authorize`. */
export interface AuthorizedRow {
  readonly outcome: Authorization['outcome'] | 'unavailable';
  readonly workspace_id: string;
  readonly plan: Principal['plan'];
  readonly actor_type: 'api_key' | 'user';
  readonly actor_id: string;
  readonly permission: Principal['permission'];
  readonly key_status: 'active' | 'grace' | null;
  readonly expires_at: string | null;
  readonly rate_limit: number | null;
  readonly rate_remaining: number;
  readonly rate_reset_at: string;
  readonly retry_after_ms: number;
  readonly judged_at: string;
  readonly idempotency: Idempotency['state'];
  readonly command_id: string;
  readonly row_key: string;
  readonly stored_status: number;
  readonly stored_body_hash: Buffer;
  /** Null in an answer of an earlier version, which is in `stored_body` and `stored_headers`. */
  readonly stored_sealed: Buffer | null;
  readonly stored_body: string;
  readonly stored_headers: Readonly<Record<string, string>>;
}

/** A row of the judgement of a request that was admitted before. */
export interface ConfirmedRow extends Pick<
  AuthorizedRow,
  'workspace_id' | 'plan' | 'actor_type' | 'actor_id' | 'permission' | 'key_status' | 'expires_at' | 'judged_at'
> {
  readonly outcome: Confirmation['outcome'] | 'unavailable';
}

/** @throws StoreUnavailable if the credential's data is parked or incomplete, so that its validity is unknown. */
export const toAuthorization = (row: AuthorizedRow, request: AuthorizeRequest, holder: string): Authorization => {
  const { outcome, judged_at: at } = row;
  switch (outcome) {
    case 'unavailable':
      throw unavailable();
    case 'rate_limited':
      return { outcome, at, subject: toSubject(row), rate: toRate(row), retryAfterMs: row.retry_after_ms };
    case 'insufficient_scope':
      return { outcome, at, subject: toSubject(row), ...rateOf(row) };
    case 'ok':
      return {
        outcome,
        at,
        subject: toSubject(row),
        ...rateOf(row),
        commandId: row.command_id,
        idempotency: toIdempotency(row, request, holder),
      };
    default:
      return { outcome, at };
  }
};

/** @throws StoreUnavailable as `toAuthorization` does */
export const toConfirmation = (row: ConfirmedRow): Confirmation => {
  const { outcome, judged_at: at } = row;
  if (outcome === 'unavailable') throw unavailable();
  return outcome === 'ok' ? { outcome, at, subject: toSubject(row) } : { outcome, at };
};

const unavailable = () => new StoreUnavailable('the read model of this credential is parked or behind');

const toSubject = (row: Omit<ConfirmedRow, 'outcome'>): Principal => ({
  workspaceId: row.workspace_id,
  plan: row.plan,
  actor: { type: row.actor_type, id: row.actor_id },
  permission: row.permission,
  ...(row.key_status && { key: { status: row.key_status, expiration: row.expires_at } }),
});

const toRate = (row: AuthorizedRow): Rate => ({
  limit: row.rate_limit ?? 0,
  remaining: row.rate_remaining,
  resetAt: row.rate_reset_at,
});

const rateOf = (row: AuthorizedRow): { rate?: Rate } => (row.rate_limit === null ? {} : { rate: toRate(row) });

const toIdempotency = (row: AuthorizedRow, { idempotency }: AuthorizeRequest, holder: string): Idempotency => {
  const { idempotency: state, workspace_id: workspaceId, row_key: key, command_id: commandId } = row;
  if (state === 'stored') return { state, answer: toAnswer(row) };
  if (!idempotency || state === 'none' || state === 'in_progress')
    return { state: state === 'in_progress' ? state : 'none' };
  const lease = { workspaceId, route: idempotency.route, key, commandId, holder };
  return { state, lease, ...(row.stored_sealed && { sealed: row.stored_sealed }) };
};

const toAnswer = (row: AuthorizedRow): StoredAnswer => {
  const { stored_body_hash: bodyHash, stored_status: status, stored_sealed: sealed } = row;
  return sealed
    ? { bodyHash, status, sealed }
    : { bodyHash, status, body: row.stored_body, headers: row.stored_headers };
};
