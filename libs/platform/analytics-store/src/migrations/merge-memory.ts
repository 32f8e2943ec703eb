/**
 * A merge reserves buffers of full size for each file of a part, whatever it writes: `system.merges` shows 220 MB for
 * 120,000 clicks, and up to four merges run at once on two cores. Buffers that begin small and grow make that 78 MB at
 * most.
 */
export const adaptBuffers = 'ALTER TABLE clicks MODIFY SETTING min_columns_to_activate_adaptive_write_buffer = 1';

/** A server of an earlier version does not know the setting, and works without it. */
export const hasNoAdaptiveBuffers =
  'SELECT 1 AS absent FROM (SELECT count() AS known FROM system.merge_tree_settings ' +
  "WHERE name = 'min_columns_to_activate_adaptive_write_buffer') WHERE known = 0";
