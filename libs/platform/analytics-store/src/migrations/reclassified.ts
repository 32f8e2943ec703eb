/** The reclassification that turned a click's bot verdict round, 0 if none did: so that counters can be corrected by it afterwards. */
export const addReclassified = 'ALTER TABLE clicks ADD COLUMN IF NOT EXISTS reclassified UInt32';
