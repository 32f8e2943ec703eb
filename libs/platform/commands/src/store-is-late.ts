import { StoreUnavailable } from '@kernel';

/** Of a command that has no outcome in time. It may still be handled, and repeating it is safe. */
export const storeIsLate = (): Error => new StoreUnavailable('the event store did not answer in time');
