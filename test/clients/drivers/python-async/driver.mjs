import { driverOf, faultsOf } from '../python/driver.mjs';

export const library = 'python';

export const available = async ({ library: folder }) => driverOf(folder, { ASYNC: '1' });

export const faults = faultsOf('_async');
