/**
 * position_of_repeat(name, expected, entry, size): position of the append's last event if exactly its events, compared
 * by id, already follow `expected`; null otherwise.
 */
export const positionOfRepeat = `
CREATE FUNCTION waymark_events.position_of_repeat(name text, expected bigint, entry jsonb, size integer) RETURNS bigint
LANGUAGE plpgsql STABLE SET search_path = pg_catalog SET enable_seqscan = off AS $function$
BEGIN
  RETURN (
    SELECT max(e.position) FROM waymark_events.events e
    WHERE e.stream = name AND e.revision > expected AND e.revision <= expected + size
      AND e.id = (entry->(e.revision - expected + 1)::integer->>0)::uuid
    HAVING count(*) = size
  );
END $function$;
`;
