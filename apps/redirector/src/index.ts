export { createRedirector, type ClickJournal, type Redirector, type RedirectorOptions } from './redirector';
export { RedirectIndex, type ReadyAnswer, type TargetChange } from './redirect-index';
export { feedIndex } from './feed-index';
export type { RedirectTarget } from './redirect-target';
export type { Edge, Problem, RefusalCode } from './answers';
export type { FindMissing } from './missing-links';
export type { TrustProxy } from './client-address';
