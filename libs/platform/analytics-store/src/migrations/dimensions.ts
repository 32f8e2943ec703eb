/** Columns with values as sent get other names, so that the columns derived from them have the names of analytics. */
export const renameSent = `
  ALTER TABLE clicks
    RENAME COLUMN language TO accept_language,
    RENAME COLUMN referrer TO referer,
    RENAME COLUMN country TO cdn_country`;

export const isSentRenamed =
  "SELECT 1 AS done FROM system.columns WHERE database = currentDatabase() AND table = 'clicks' AND name = 'accept_language'";

/** Empty on older rows, whose `enrichment` is 0. */
export const addDimensions = `
  ALTER TABLE clicks
    ADD COLUMN IF NOT EXISTS enrichment UInt16,
    ADD COLUMN IF NOT EXISTS country LowCardinality(String),
    ADD COLUMN IF NOT EXISTS region LowCardinality(String),
    ADD COLUMN IF NOT EXISTS city LowCardinality(String),
    ADD COLUMN IF NOT EXISTS continent LowCardinality(String),
    ADD COLUMN IF NOT EXISTS device LowCardinality(String),
    ADD COLUMN IF NOT EXISTS browser LowCardinality(String),
    ADD COLUMN IF NOT EXISTS os LowCardinality(String),
    ADD COLUMN IF NOT EXISTS language LowCardinality(String),
    ADD COLUMN IF NOT EXISTS referrer LowCardinality(String),
    ADD COLUMN IF NOT EXISTS referrer_url String`;
