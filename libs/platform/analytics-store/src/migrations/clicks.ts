/**
 * `visit` identifies a unique click: link, UTC day and visitor. The window of deduplication holds the tokens
 * of the last 10,000 inserts; the two fsync settings make an insert durable before it is answered.
 */
export const createClicks = `
  CREATE TABLE IF NOT EXISTS clicks (
    workspace_id LowCardinality(String),
    link_id String,
    time DateTime64(3, 'UTC') CODEC(DoubleDelta, LZ4),
    source LowCardinality(String),
    seq UInt64 CODEC(Delta, LZ4),
    domain_id LowCardinality(String),
    revision UInt64,
    tags Array(LowCardinality(String)),
    campaign_id LowCardinality(String),
    destination String,
    utm_source LowCardinality(String),
    utm_medium LowCardinality(String),
    utm_campaign LowCardinality(String),
    utm_term LowCardinality(String),
    utm_content LowCardinality(String),
    rule Nullable(UInt16),
    variant Nullable(UInt16),
    agent String,
    language LowCardinality(String),
    referrer String,
    country LowCardinality(String),
    purpose LowCardinality(String),
    method LowCardinality(String),
    trigger LowCardinality(String),
    is_bot Bool,
    bot_rules UInt16,
    visitor String,
    network LowCardinality(String),
    visit UInt64 MATERIALIZED sipHash64(link_id, toYYYYMMDD(time), visitor)
  )
  ENGINE = MergeTree
  PARTITION BY toYYYYMM(time)
  ORDER BY (workspace_id, link_id, time)
  SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1`;
