import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Authorization, AuthorizeRequest, Confirmation, Lease, SealedAnswer } from './authorization';
import { type AuthorizedRow, type ConfirmedRow, toAuthorization, toConfirmation } from './authorized-row';
import { postgresBatcher } from './batcher';
import { CREDENTIAL } from './migrations/sealed-answers';

export interface Authorizer {
  /**
   * Judges a request in one round trip, which it shares with other requests of the same moment.
   * @throws StoreUnavailable after its deadline, 700 ms by default, when Postgres is down, or when the credential's state is not known.
   */
  authorize(request: AuthorizeRequest): Promise<Authorization>;
  /**
   * Judges the credential and its permission once more, as `authorize` does, for a request that takes long. Takes no slot
   * of the rate limit. @throws StoreUnavailable as `authorize` does
   */
  confirm(request: ConfirmRequest): Promise<Confirmation>;
  /** Stores the answer for 24 h. The first answer stays; one for a command id that the row no longer has is dropped. */
  completeIdempotent(answered: Lease & SealedAnswer): Promise<void>;
  /**
   * Ends the lease at once and stores no answer, as after a 5xx: a retry executes the same command id.
   * @param sealed for the next holder, in place of what an earlier one left
   */
  releaseIdempotent(lease: Lease, sealed?: Buffer): Promise<void>;
  /**
   * Holds the lease for ten more seconds.
   * @returns whether it was still held: another request may have taken it over
   */
  renewIdempotent(lease: Lease): Promise<boolean>;
  /** As releaseIdempotent, for a request that executed nothing: the key is free, unless an earlier holder had it. */
  forgetIdempotent(lease: Lease): Promise<void>;
}

type Settlement = Lease & Partial<SealedAnswer> & { readonly executed: boolean };
type ConfirmRequest = Pick<AuthorizeRequest, 'credential' | 'required'>;
type Sent = AuthorizeRequest & { readonly holder: string };

const DEADLINE_MS = 700;
const LARGEST_BATCH = 256;

/**
 * @param pool `ReadStore.authorizing`.
 * @param newId a fresh UUID; time-ordered if ids derived from command ids must be.
 *
 * The hash of the body is known only after authorization and is stored with the answer. So a row whose first request
 * was lost has no hash, and a retry with another body takes the lease over like any other. A gateway must therefore
 * derive the command id it hands on from both `commandId` and the hash of the body. Then the same body leads to the
 * earlier outcome, and another body becomes a command of its own, which is not answered with a stranger's outcome. Once
 * an answer is stored, `bodyHash` detects another body.
 */
export const createAuthorizer = ({
  pool,
  newId = randomUUID,
  deadlineMs = DEADLINE_MS,
}: {
  readonly pool: Pool;
  readonly newId?: () => string;
  /** How long a request waits for its answer; 700 ms by default. */
  readonly deadlineMs?: number;
}): Authorizer => {
  const limits = { maxItems: LARGEST_BATCH, deadlineMs };
  const judge = postgresBatcher<Sent, AuthorizedRow>({
    send: async (items) => (await pool.query<AuthorizedRow>({ ...AUTHORIZE, values: columns(items) })).rows,
    ...limits,
  });
  const judgeAgain = postgresBatcher<ConfirmRequest, ConfirmedRow>({
    send: async (items) => (await pool.query<ConfirmedRow>({ ...CONFIRM, values: confirmColumns(items) })).rows,
    ...limits,
  });
  const settle = postgresBatcher<Settlement, void>({
    send: async (items) => {
      await pool.query({ ...SETTLE, values: settlementColumns(items) });
      return [];
    },
    ...limits,
  });

  return {
    authorize: async (request) => {
      refuseNul(request);
      const holder = newId();
      return toAuthorization(await judge.add({ ...request, holder }), request, holder);
    },
    confirm: async (request) => toConfirmation(await judgeAgain.add(request)),
    completeIdempotent: (answered) => settle.add({ ...answered, executed: true }),
    releaseIdempotent: (lease, sealed) => settle.add({ ...lease, ...(sealed && { sealed }), executed: true }),
    renewIdempotent: async ({ workspaceId, route, key, holder }) =>
      (await pool.query({ ...RENEW, values: [workspaceId, route, key, holder] })).rowCount === 1,
    forgetIdempotent: (lease) => settle.add({ ...lease, executed: false }),
  };
};

const AUTHORIZE = {
  name: 'authorize',
  text: `select (credential).workspace_id, (credential).plan, (credential).actor_type, (credential).actor_id,
      (credential).permission,
      (credential).key_status, (credential).expires_at, (rate).*, outcome, judged_at, idempotency, command_id, row_key,
      stored_status, stored_body_hash, stored_sealed, stored_body, stored_headers
    from authorize(
      $1::bytea[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::uuid[], $9::text[])`,
};

const CONFIRM = {
  name: 'confirm authorization',
  text: `select coalesce(
      refusal,
      case key_status(null, expires_at, grace_ends_at, instant) when 'expired' then 'expired' when 'revoked' then 'grace_over' end,
      case when not permits(permission, ($5::text[])[nth]) then 'insufficient_scope' end,
      'ok') as outcome,
      workspace_id, plan, actor_type, actor_id, permission, key_status, expires_at, instant as judged_at
    from waymark_now() as instant, unnest(resolve_credentials($1::bytea[], $2::text[], $3::text[], $4::text[]))
      with ordinality as c (${CREDENTIAL}, nth)
    order by nth`,
};

const SETTLE = {
  name: 'settle_idempotency_leases',
  text: `select settle_idempotency_leases(
    $1::text[], $2::text[], $3::text[], $4::uuid[], $5::uuid[], $6::bytea[], $7::int[], $8::bytea[], $9::boolean[])`,
};

const RENEW = {
  name: 'renew idempotency lease',
  text: `update idempotency_keys set lease_until = waymark_now() + interval '10 seconds'
    where workspace_id = $1 and route = $2 and key = $3 and holder = $4::uuid and status is null`,
};

const columns = (items: readonly Sent[]): unknown[] => [
  ...credentialColumns(items),
  items.map(({ required, uncounted }) => (uncounted ? `uncounted_${required}` : required)),
  items.map(({ idempotency }) => idempotency?.route ?? null),
  items.map(({ idempotency }) => idempotency?.key ?? null),
  items.map(({ holder }) => holder),
  items.map(({ idempotency }) => idempotency?.earlierKey ?? null),
];

const confirmColumns = (items: readonly ConfirmRequest[]): unknown[] => [
  ...credentialColumns(items),
  items.map(({ required }) => required),
];

const credentialColumns = (items: readonly ConfirmRequest[]): unknown[] => {
  const session = ({ credential }: ConfirmRequest) => (credential.kind === 'session' ? credential : undefined);
  return [
    items.map(({ credential }) => (credential.kind === 'key' ? credential.hash : null)),
    items.map((item) => session(item)?.sessionId ?? null),
    items.map((item) => session(item)?.userId ?? null),
    items.map((item) => session(item)?.workspaceId ?? null),
  ];
};

const settlementColumns = (items: readonly Settlement[]): unknown[] => [
  items.map(({ workspaceId }) => workspaceId),
  items.map(({ route }) => route),
  items.map(({ key }) => key),
  items.map(({ holder }) => holder),
  items.map(({ commandId }) => commandId),
  items.map(({ bodyHash }) => bodyHash ?? null),
  items.map(({ status }) => status ?? null),
  items.map(({ sealed }) => sealed ?? null),
  items.map(({ executed }) => executed),
];

/** Postgres has no NUL in texts: one such request would fail the whole batch it travels in. */
const refuseNul = ({ credential, idempotency }: AuthorizeRequest): void => {
  const texts = [
    ...(credential.kind === 'session' ? [credential.sessionId, credential.userId, credential.workspaceId] : []),
    ...(idempotency ? [idempotency.route, idempotency.key, idempotency.earlierKey] : []),
  ];
  if (texts.some((text) => text.includes('\0'))) throw new RangeError('a credential or idempotency key contains NUL');
};
