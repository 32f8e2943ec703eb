/**
 * read_page(categories, after, page, most_bytes): the next events of these categories, at most `page` of them, and no
 * more once their data takes `most_bytes` as JSON. Each has the store's `head` from the same snapshot, and says whether
 * there may be `more` after it. Without events it returns one row, in which only the head and `more` are not null.
 *
 * It walks each category along its own index, then looks up the nearest positions of all. Otherwise the planner would
 * sort everything after `after` for every page. `data` becomes text row by row: a page of large events is not made whole.
 */
export const readPage = `
CREATE FUNCTION waymark_events.read_page(categories text[], after bigint, page integer, most_bytes bigint)
RETURNS TABLE (
  head bigint, more boolean, "position" bigint, id uuid, stream text, revision bigint, type text, data text, metadata jsonb
)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $function$
#variable_conflict use_column
DECLARE
  found record;
  count integer := 0;
  bytes bigint := 0;
BEGIN
  SELECT c.position INTO head FROM waymark_events.counter c WHERE c.one;
  more := false;
  FOR found IN
    WITH nearest AS MATERIALIZED (
      SELECT own.position
      FROM (SELECT DISTINCT unnest(categories) AS category) AS wanted
      CROSS JOIN LATERAL (
        SELECT e.position FROM waymark_events.events e
        WHERE e.category = wanted.category AND e.position > after ORDER BY e.position LIMIT page
      ) AS own
      ORDER BY own.position LIMIT page
    )
    SELECT e.* FROM nearest JOIN waymark_events.events e USING (position) ORDER BY e.position
  LOOP
    position := found.position;
    id := found.id;
    stream := found.stream;
    revision := found.revision;
    type := found.type;
    data := found.data::text;
    metadata := found.metadata;
    count := count + 1;
    bytes := bytes + octet_length(data);
    more := count = page OR bytes >= most_bytes;
    RETURN NEXT;
    EXIT WHEN more;
  END LOOP;
  IF count = 0 THEN
    RETURN NEXT;
  END IF;
END $function$;
REVOKE ALL ON FUNCTION waymark_events.read_page(text[], bigint, integer, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION waymark_events.read_page(text[], bigint, integer, bigint) TO waymark_app;
`;
