/**
 * Earlier processes call it; now there is read_page.
 *
 * read_categories(categories, after, page): the next events of these categories, at most `page` of them, each with the
 * store's `head` from the same snapshot. Without events it returns one row, in which only the head is not null.
 *
 * It walks each category along its own index, then looks up the nearest positions of all. Otherwise the planner would
 * sort everything after `after` for every page.
 */
export const readCategories = `
CREATE FUNCTION waymark_events.read_categories(categories text[], after bigint, page integer)
RETURNS TABLE (head bigint, "position" bigint, id uuid, stream text, revision bigint, type text, data jsonb, metadata jsonb)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $function$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH nearest AS MATERIALIZED (
    SELECT own.position
    FROM (SELECT DISTINCT unnest(categories) AS category) AS wanted
    CROSS JOIN LATERAL (
      SELECT e.position FROM waymark_events.events e
      WHERE e.category = wanted.category AND e.position > after ORDER BY e.position LIMIT page
    ) AS own
    ORDER BY own.position LIMIT page
  )
  SELECT c.position, e.position, e.id, e.stream, e.revision, e.type, e.data, e.metadata
  FROM waymark_events.counter c
  LEFT JOIN (nearest JOIN waymark_events.events e USING (position)) ON true
  WHERE c.one
  ORDER BY e.position;
END $function$;
`;
