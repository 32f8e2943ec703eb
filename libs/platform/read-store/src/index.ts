export type {
  Authorization,
  AuthorizeRequest,
  Confirmation,
  CredentialLookup,
  Idempotency,
  IdempotencyRequest,
  Lease,
  PlainAnswer,
  Rate,
  Required,
  SealedAnswer,
  StoredAnswer,
  Principal,
} from './authorization';
export { type Authorizer, createAuthorizer } from './authorizer';
export {
  type Membership,
  MembershipSchema,
  type RefreshToken,
  RefreshTokenSchema,
  type Session,
  SessionSchema,
  type User,
  UserSchema,
} from './accounts.schema';
export {
  APPLICATION_ROLE,
  applicationConnection,
  applicationPool,
  asUnavailable,
  type ConnectionOptions,
  EVERY_WORKSPACE,
} from '@platform/postgres';
export { DatabaseClock } from './database-clock';
export { SteadyClock } from './steady-clock';
export { demandKnownDatabase } from './data-version';
export { eraseDeleted, type EraseOptions, type Erasure } from './erasure';
export {
  eventsMovedTo,
  moveCheckpoints,
  type MovedCheckpoint,
  type MovedParked,
  moveParked,
  type ParkedPlace,
  readParkedPlaces,
} from './events-moved';
export type { Log } from '@platform/telemetry';
export { type LinkName, linkNames } from './link-names';
export { buildLinkTexts, type BuildLinkTexts } from './link-texts/build-link-texts';
export { folded, linksWithTerm, SEARCHED, sigmasAlike } from './link-texts/link-texts';
export { migrate } from './migrate';
export { pendingMigrations } from './pending-migrations';
export {
  type CheckpointRow,
  type ParkedRow,
  readCheckpoints,
  readMarks,
  readParkedStreams,
  restartProcessor,
} from './projector/checkpoints';
export { demandFolded } from './projector/demand-folded';
export { type FollowProgress, followProgress } from './projector/follow-progress';
export { type Leadership, lead } from './projector/leadership';
export { ParkedStreams } from './projector/parked-streams';
export { PostgresProcessorState } from './projector/processor-state';
export { type ProjectorOptions, runProjector } from './projector/projector';
export { createReadStore, type ReadStore, type ReadStoreOptions } from './read-store';
export type { ShadowComparison, Difference, DifferenceKind } from './rebuild/differences';
export { readEvents } from './rebuild/read-events';
export { rebuild, type RebuildOptions, type Rebuilt, verifySample } from './rebuild/rebuild';
export { type SqlMigration, tenantTable } from './sql-migration';
