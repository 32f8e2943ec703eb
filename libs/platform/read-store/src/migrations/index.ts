import type { SqlMigration } from '../sql-migration';
import { accounts } from './accounts';
import { apiKeyCounts } from './api-key-counts';
import { apiKeys } from './api-keys';
import { authorize } from './authorize';
import { campaigns } from './campaigns';
import { clickLimits } from './click-limits';
import { clock } from './clock';
import { clockSteps } from './clock-steps';
import { deletedWorkspaces } from './deleted-workspaces';
import { domains } from './domains';
import { erasures } from './erasures';
import { eventFilters } from './event-filters';
import { eventTypes } from './event-types';
import { expiredLinks, expiredLinksAlone } from './expired-links';
import { grants } from './grants';
import { idempotency } from './idempotency';
import { invitations } from './invitations';
import { keyStatus } from './key-status';
import { keyTimers } from './key-timers';
import { keyUsageDays } from './key-usage-days';
import { limitedLinks } from './limited-links';
import { linkCounts } from './link-counts';
import { linkLife } from './link-life';
import { linkPreviews } from './link-previews';
import { linkScopes } from './link-scopes';
import { linkTexts } from './link-texts';
import { limitsBelowClicks } from './limits-below-clicks';
import { links } from './links';
import { liveLinks, liveLinksAlone } from './live-links';
import { liveRows } from './live-rows';
import { liveScopes, liveScopesAlone } from './live-scopes';
import { marks } from './marks';
import { moveCheckpoint } from './move-checkpoint';
import { partialAnswers } from './partial-answers';
import { processors } from './processors';
import { purgedLinkTimers } from './purged-link-timers';
import { qrCodeCounts } from './qr-code-counts';
import { qrCodes } from './qr-codes';
import { rateLimit } from './rate-limit';
import { requireParked } from './require-parked';
import { retryRequests } from './retry-requests';
import { sealedAnswers } from './sealed-answers';
import { sessionExpiry } from './session-expiry';
import { sessionParents } from './session-parents';
import { settings } from './settings';
import { slotsOfUndoneLinks } from './slots-of-undone-links';
import { uncheckedDomains } from './unchecked-domains';
import { uncountedRequests } from './uncounted-requests';
import { visitorSalts } from './visitor-salts';
import { webhooks } from './webhooks';
import { workspaceEvents } from './workspace-events';
import { workspaces } from './workspaces';

/**
 * The steps of this library; other libraries hand theirs to createReadStore. The table of a read model is named after
 * its projection, which is in libs/contexts/<context>/src/<name of the folder>/ and names the table's queries.
 */
export const migrations: readonly SqlMigration[] = [
  grants,
  clock,
  processors,
  workspaces,
  apiKeys,
  links,
  accounts,
  settings,
  rateLimit,
  idempotency,
  authorize,
  moveCheckpoint,
  requireParked,
  keyTimers,
  visitorSalts,
  retryRequests,
  keyStatus,
  sealedAnswers,
  sessionExpiry,
  deletedWorkspaces,
  invitations,
  erasures,
  marks,
  linkLife,
  linkPreviews,
  clickLimits,
  campaigns,
  qrCodes,
  domains,
  webhooks,
  workspaceEvents,
  keyUsageDays,
  linkCounts,
  linkTexts,
  qrCodeCounts,
  eventTypes,
  apiKeyCounts,
  liveRows,
  eventFilters,
  clockSteps,
  limitsBelowClicks,
  partialAnswers,
  slotsOfUndoneLinks,
  purgedLinkTimers,
  uncheckedDomains,
  uncountedRequests,
  sessionParents,
  linkScopes,
  liveLinks,
  liveScopes,
  expiredLinks,
  liveLinksAlone,
  liveScopesAlone,
  expiredLinksAlone,
  limitedLinks,
];
