/**
 * append(batch), third version: it judges and stores all appends of a batch in one statement. A statement for each
 * event cost a third more, most of it to prepare that statement. It takes and answers what the second version does.
 *
 * One row per append of the batch, in its order.
 *
 * `batch` is [[stream, expected revision, [id, type, data, metadata], …], …]. A row with a position is the last event
 * of that append, stored now or when the append was first sent. A row without a position is a lost race; its revision
 * is the stream's actual one.
 *
 * One statement does not see what it has written. So a batch with several appends to one stream goes append by append.
 *
 * The lock on the counter is held until the commit, so a reader that sees a position sees every position below it.
 * The function runs with its owner's rights, so the application can add events but never change or delete one.
 */
export const appendAtOnce = `
CREATE OR REPLACE FUNCTION waymark_events.append(batch jsonb)
RETURNS TABLE (revision bigint, "position" bigint, stored boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog SET enable_seqscan = off AS $function$
#variable_conflict use_column
DECLARE
  before bigint;
  last bigint;
  repeats boolean;
  categories text;
  each jsonb;
BEGIN
  SELECT c.position INTO before FROM waymark_events.counter c WHERE c.one FOR UPDATE;
  SELECT count(DISTINCT stream) < count(*), string_agg(DISTINCT split_part(stream, '-', 1), ',')
  INTO repeats, categories
  FROM (SELECT entry->>0 AS stream FROM jsonb_array_elements(batch) AS entry) AS streams;
  IF repeats THEN
    FOR each IN SELECT jsonb_build_array(entry) FROM jsonb_array_elements(batch) AS entry LOOP
      RETURN QUERY SELECT * FROM waymark_events.append(each);
    END LOOP;
    RETURN;
  END IF;

  RETURN QUERY
  WITH given AS MATERIALIZED (
    SELECT a.nth, a.entry, a.entry->>0 AS stream, (a.entry->>1)::bigint AS expected,
      jsonb_array_length(a.entry) - 2 AS size,
      coalesce((
        SELECT e.revision FROM waymark_events.events e WHERE e.stream = a.entry->>0 ORDER BY e.revision DESC LIMIT 1
      ), -1) AS actual
    FROM jsonb_array_elements(batch) WITH ORDINALITY AS a (entry, nth)
  ), judged AS MATERIALIZED (
    SELECT *, actual = expected AS fits,
      before + coalesce(sum(size) FILTER (WHERE actual = expected) OVER (ORDER BY nth ROWS UNBOUNDED PRECEDING), 0)
        AS last
    FROM given
  ), added AS (
    INSERT INTO waymark_events.events (position, id, stream, revision, type, data, metadata)
    SELECT j.last - j.size + e.nth - 2, (e.event->>0)::uuid, j.stream, j.expected + e.nth - 2, e.event->>1,
      e.event->2, e.event->3
    FROM judged j CROSS JOIN jsonb_array_elements(j.entry) WITH ORDINALITY AS e (event, nth)
    WHERE j.fits AND e.nth > 2
  ), moved AS (
    UPDATE waymark_events.counter SET position = (SELECT max(last) FROM judged)
    WHERE one AND EXISTS (SELECT FROM judged WHERE fits AND size > 0)
  ), answered AS (
    SELECT *, CASE WHEN fits THEN last ELSE waymark_events.position_of_repeat(stream, expected, entry, size) END AS known
    FROM judged
  )
  SELECT CASE WHEN known IS NULL THEN actual ELSE expected + size END, known, fits FROM answered ORDER BY nth;

  SELECT c.position INTO last FROM waymark_events.counter c WHERE c.one;
  IF last > before THEN
    PERFORM waymark_events.announce(last, categories);
  END IF;
END $function$;
`;
