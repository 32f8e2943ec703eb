/** The log itself. A position is handed out under the counter's row lock, so positions become visible in their order. */
export const tables = `
CREATE SCHEMA waymark_events;

CREATE TABLE waymark_events.counter (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  position bigint NOT NULL
) WITH (fillfactor = 10);
COMMENT ON COLUMN waymark_events.counter.position IS 'Position of the last event, -1 before the first.';
INSERT INTO waymark_events.counter (position) VALUES (-1);

CREATE TABLE waymark_events.events (
  position bigint PRIMARY KEY,
  id uuid NOT NULL,
  stream text COLLATE "C" NOT NULL,
  category text COLLATE "C" NOT NULL GENERATED ALWAYS AS (split_part(stream, '-', 1)) STORED,
  revision bigint NOT NULL,
  type text NOT NULL,
  data jsonb NOT NULL,
  metadata jsonb NOT NULL,
  UNIQUE (stream, revision)
);
CREATE INDEX events_category_position ON waymark_events.events (category, position);
`;
