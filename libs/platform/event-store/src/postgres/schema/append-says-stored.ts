/**
 * append(batch), second version: says of each append whether it was stored now. A process that knows what it has stored
 * need not read it again. Earlier processes take the other two columns, as before.
 *
 * One row per append of the batch, in its order.
 *
 * `batch` is [[stream, expected revision, [id, type, data, metadata], …], …]. A row with a position is the last event
 * of that append, stored now or when the append was first sent. A row without a position is a lost race; its revision
 * is the stream's actual one.
 *
 * The lock on the counter is held until the commit, so a reader that sees a position sees every position below it.
 * The function runs with its owner's rights, so the application can add events but never change or delete one.
 * It loops: a loop costs no more than one statement for the whole batch, and sees the events that it has just written.
 */
export const appendSaysStored = `
DROP FUNCTION waymark_events.append(jsonb);
CREATE FUNCTION waymark_events.append(batch jsonb)
RETURNS TABLE (revision bigint, "position" bigint, stored boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog SET enable_seqscan = off AS $function$
#variable_conflict use_column
DECLARE
  before bigint;
  last bigint;
  each record;
BEGIN
  SELECT c.position INTO before FROM waymark_events.counter c WHERE c.one FOR UPDATE;
  last := before;
  FOR each IN
    SELECT entry->>0 AS stream, (entry->>1)::bigint AS expected, entry, jsonb_array_length(entry) - 2 AS size
    FROM jsonb_array_elements(batch) AS entry
  LOOP
    revision := coalesce((
      SELECT e.revision FROM waymark_events.events e WHERE e.stream = each.stream ORDER BY e.revision DESC LIMIT 1
    ), -1);
    stored := revision = each.expected;
    IF stored THEN
      FOR n IN 1 .. each.size LOOP
        INSERT INTO waymark_events.events (position, id, stream, revision, type, data, metadata)
        VALUES (last + n, (each.entry->(n + 1)->>0)::uuid, each.stream, each.expected + n,
          each.entry->(n + 1)->>1, each.entry->(n + 1)->2, each.entry->(n + 1)->3);
      END LOOP;
      last := last + each.size;
      revision := revision + each.size;
      position := last;
    ELSE
      position := waymark_events.position_of_repeat(each.stream, each.expected, each.entry, each.size);
      IF position IS NOT NULL THEN
        revision := each.expected + each.size;
      END IF;
    END IF;
    RETURN NEXT;
  END LOOP;

  IF last > before THEN
    UPDATE waymark_events.counter SET position = last WHERE one;
    PERFORM waymark_events.announce(last, (
      SELECT string_agg(DISTINCT split_part(entry->>0, '-', 1), ',') FROM jsonb_array_elements(batch) AS entry
    ));
  END IF;
END $function$;
REVOKE ALL ON FUNCTION waymark_events.append(jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION waymark_events.append(jsonb) TO waymark_app;
`;
