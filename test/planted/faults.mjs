// Faults that the suites must catch: each is one edit of the product's code, and a spec that has to fail with it.

/**
 * @typedef {object} Fault
 * @property {number} promise its number in docs/reliability.md
 * @property {string} fault what the edited product does
 * @property {string} file
 * @property {string} from occurs once in the file
 * @property {string} to
 * @property {string} spec a part of the path of its spec
 * @property {string} [name] a part of the name of its test
 */

/** @type {readonly Fault[]} */
export const FAULTS = [
  {
    promise: 1,
    fault: 'Postgres answers a commit before it is on disk',
    file: 'libs/platform/engines/src/settings.ts',
    from: "wal_level: 'replica',",
    to: "wal_level: 'replica', synchronous_commit: 'off', wal_writer_delay: '10s',",
    spec: 'test/faults/crashes',
    name: 'of Postgres',
  },
  {
    promise: 2,
    fault: 'a repeat under an Idempotency-Key whose answer was lost is a new command',
    file: 'apps/gateway/src/idempotency.ts',
    from: 'commandIdOf(lease.commandId, earlier',
    to: 'commandIdOf(crypto.randomUUID(), earlier',
    spec: 'test/promises/bulk-after-crash',
  },
  {
    promise: 3,
    fault: 'a taken alias is given away again',
    file: 'libs/contexts/links/src/link.decider.ts',
    from: "throw new Rejection('conflict', 'alias_taken', 'This alias is taken.', existing);",
    to: "return [{ type: 'LinkCreated', data: { ...data, ...(existing && {}) } }];",
    spec: 'test/promises/one-alias',
  },
  {
    promise: 4,
    fault: 'the second event of a stream is folded without the row of the first',
    file: 'libs/platform/processing/src/fold.ts',
    from: 'revision === 0n',
    to: 'revision <= 1n',
    spec: 'test/read-models/rebuild',
    name: 'equals the live one row for row',
  },
  {
    promise: 5,
    fault: 'a write is answered before it can be read',
    file: 'apps/gateway/src/commands.ts',
    from: 'return this.progress.awaitProcessed(this.awaited.of(stream), position, PATIENCE_MS);',
    to: 'return Promise.resolve([]);',
    spec: 'test/promises/read-your-writes',
  },
  {
    promise: 8,
    fault: 'Retry-After is too short',
    file: 'libs/platform/read-store/src/authorized-row.ts',
    from: 'retryAfterMs: row.retry_after_ms',
    to: 'retryAfterMs: row.retry_after_ms / 3',
    spec: 'test/promises/rate-limit',
    name: 'Retry-After is always sufficient',
  },
  {
    promise: 9,
    fault: 'an insert of clicks that is repeated has another deduplication token',
    file: 'libs/platform/analytics-store/src/insert-clicks.ts',
    from: "insert_deduplication_token = '${token}'",
    to: "insert_deduplication_token = '${token}-${Date.now()}'",
    spec: 'test/faults/click-failpoints',
  },
  {
    promise: 9,
    fault: 'a click is answered before it is on disk',
    file: 'libs/platform/click-log/src/segment.ts',
    from: '(SYNCED_BY_WRITE ? O_DSYNC : 0)',
    to: '0',
    spec: 'libs/platform/click-log/src/journal.spec',
  },
  {
    promise: 13,
    fault: 'a question to Postgres has no deadline',
    file: 'libs/platform/postgres/src/connections.ts',
    from: '...(options.answerMs && { query_timeout: options.answerMs }),',
    to: '',
    spec: 'test/faults/frozen',
    name: 'Postgres',
  },
  {
    promise: 14,
    fault: 'an event that cannot be folded stops its processor',
    file: 'libs/platform/processing/src/fold.ts',
    from: 'parked.set(recorded.stream, parkedAt(recorded, error));',
    to: 'throw error;',
    spec: 'libs/platform/read-store/src/projector/projector.spec',
  },
  {
    promise: 15,
    fault: 'a visit is redirected although its click could not be written',
    file: 'apps/redirector/src/redirector.ts',
    from: 'if (!error) return redirect(visit, to);',
    to: 'if (!error || to) return redirect(visit, to);',
    spec: 'test/faults/full-stores',
    name: 'while the click log is full',
  },
  {
    promise: 17,
    fault: 'a process that stops cuts its connections',
    file: 'libs/platform/http/src/drain.ts',
    from: 'if (await hasConnections(server)) await pause(Math.min(LAST_CALL_MS, deadline / 4));',
    to: 'if (await hasConnections(server)) server.closeAllConnections();',
    spec: 'test/faults/stopping',
  },
  {
    promise: 18,
    fault: 'an API key in the headers of a visitor is recorded as it is',
    file: 'libs/contexts/keys/src/published.ts',
    from: "text.includes('svc_') ? text.replace(LIKE_A_KEY, 'redacted') : text",
    to: 'text',
    spec: 'test/faults/canary',
  },
  {
    promise: 18,
    fault: 'the last filter before a log lets everything through',
    file: 'libs/platform/telemetry/src/redact.ts',
    from: 'SUSPECT.test(line) ? cut(line) : line',
    to: 'SUSPECT.test(line) ? cut(line) && line : line',
    spec: 'libs/platform/telemetry/src/redact.spec',
  },
  {
    promise: 19,
    fault: 'a checkpoint is not compared with the event at its position',
    file: 'libs/platform/processing/src/mark.ts',
    from: 'if (found?.id !== id)',
    to: 'if (found === null)',
    spec: 'test/ops/restore.spec',
    name: 'is followed by redirects',
  },
  {
    promise: 20,
    fault: 'slots go to workspaces in the order in which they asked first',
    file: 'apps/gateway/src/fair-queue.ts',
    from: 'this.used(least) <= this.used(one)',
    to: 'one.waiting',
    spec: 'apps/gateway/src/fair-queue.spec',
  },
  {
    promise: 21,
    fault: 'what visitors send is remembered without a bound',
    file: 'apps/redirector/src/visitors.ts',
    from: 'const REMEMBERED_VISITORS = 2_000_000;',
    to: 'const REMEMBERED_VISITORS = 2_000_000_000;',
    spec: 'apps/redirector/src/visitors.spec',
  },
  {
    promise: 21,
    fault: 'an agent is judged and kept whole, however long it is',
    file: 'apps/redirector/src/visitors.ts',
    from: 'const AGENT_CHARS = 512;',
    to: 'const AGENT_CHARS = 64_000;',
    spec: 'apps/redirector/src/redirector.spec',
  },
  {
    promise: 22,
    fault: 'an invitation can be accepted by another account than the one that it invites',
    file: 'apps/gateway/src/invitations/acceptance.ts',
    from: 'if (invitation.user_id !== subject.actor.id)',
    to: 'if (invitation.user_id === subject.actor.type)',
    spec: 'test/api/invitations/accept',
  },
  {
    promise: 23,
    fault: 'a program reads data of a newer version',
    file: 'libs/platform/config/src/data-version.ts',
    from: 'if (version > known) throw',
    to: 'if (version < -known) throw',
    spec: 'test/upgrade/refusal',
    name: 'changes nothing',
  },
];
