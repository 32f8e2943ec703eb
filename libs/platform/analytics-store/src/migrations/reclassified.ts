/** The reclassification that reversed a click's bot verdict, 0 if none. Counters are corrected by it afterwards. */
export const addReclassified = 'ALTER TABLE clicks ADD COLUMN IF NOT EXISTS reclassified UInt32';
