export { createRedirector, type ClickJournal, type Redirector, type RedirectorOptions } from './redirector';
export { type IndexEntry, type ReadyAnswer, indexEntryOf } from './index-entry';
export { RedirectIndex } from './redirect-index';
export {
  REDIRECT_CAMPAIGNS,
  REDIRECT_HOSTS,
  REDIRECT_INDEX,
  REDIRECT_WORKSPACES,
  matchRedirectIndex,
  runRedirectIndex,
} from './run-redirect-index';
export { shareFirstSalt, shareSalts, shareSaltsOnce, type ShareSalts } from './shared-salts';
export { openIndex, startRedirects, type Redirects, type StartRedirects } from './start-redirects';
export type { RedirectTarget } from './redirect-target';
export type { Edge, RefusalCode } from './answers';
export type { FindMissing } from './missing-links';
export type { TrustProxy } from './client-address';
