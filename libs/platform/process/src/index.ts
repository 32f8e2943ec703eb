export { announcedWait } from './announced-wait';
export { checkDisk, isDiskFull } from './disk';
export { checkDispatch, type Dispatch, openDispatch, startWriteService } from './dispatch';
export { checkFingerprints } from './fingerprints';
export { operatorMessage } from './operator-message';
export { demandPort } from './port';
export { type App, type AppContext, runApp } from './run-app';
export { Shutdown } from './shutdown';
export { healthHandler, serveMetrics, serveStatus, type ServeStatus } from './status-server';
export {
  checkStores,
  followReadModels,
  MIGRATIONS,
  onceAvailable,
  openEventStore,
  openStores,
  type OpenStores,
  type Stores,
  watchEventStore,
} from './stores';
export { demandingMatch, type VerifiedEventStore } from './verified-event-store';
