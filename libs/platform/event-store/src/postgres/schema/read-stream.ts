/** read_stream(name, from): the stream's events from that revision on. Its plan does not depend on the table's size. */
export const readStream = `
CREATE FUNCTION waymark_events.read_stream(name text, "from" bigint) RETURNS SETOF waymark_events.events
LANGUAGE plpgsql STABLE SET search_path = pg_catalog SET enable_seqscan = off SET enable_bitmapscan = off AS $function$
BEGIN
  RETURN QUERY
  SELECT e.* FROM waymark_events.events e WHERE e.stream = name AND e.revision >= "from" ORDER BY e.revision;
END $function$;
`;
