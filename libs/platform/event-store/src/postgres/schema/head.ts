/** head(categories): position of the last event of these categories, -1 if there is none. */
export const head = `
CREATE FUNCTION waymark_events.head(categories text[]) RETURNS bigint
LANGUAGE plpgsql STABLE SET search_path = pg_catalog SET enable_seqscan = off SET enable_bitmapscan = off AS $function$
BEGIN
  RETURN (
    SELECT coalesce(max(own.position), -1)
    FROM unnest(categories) AS wanted (category)
    CROSS JOIN LATERAL (
      SELECT e.position FROM waymark_events.events e WHERE e.category = wanted.category ORDER BY e.position DESC LIMIT 1
    ) AS own
  );
END $function$;
`;
