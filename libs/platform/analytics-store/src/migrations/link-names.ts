/**
 * Domains and aliases of links, for exports: copies from Postgres, which an export completes. They never change. A link may
 * be here twice until its parts are merged.
 */
export const createLinkNames = `
  CREATE TABLE IF NOT EXISTS link_names (
    workspace_id LowCardinality(String),
    link_id String,
    domain LowCardinality(String),
    alias String
  )
  ENGINE = ReplacingMergeTree
  ORDER BY (workspace_id, link_id)`;
