/** Every `range` of analytics. */
export const RANGES = [
  'today',
  'yesterday',
  'last_hour',
  '24h',
  '7d',
  '30d',
  '90d',
  '12m',
  'wtd',
  'mtd',
  'qtd',
  'ytd',
  'last_week',
  'last_month',
  'all',
  'custom',
];
