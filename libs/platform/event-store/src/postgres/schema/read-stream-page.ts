/**
 * read_stream_page(name, from, page, most_bytes): the stream's events from that revision on, at most `page` of them, and
 * no more once their data takes `most_bytes` as JSON. Each says whether there may be `more` after it. Its plan does not
 * depend on the table's size.
 */
export const readStreamPage = `
CREATE FUNCTION waymark_events.read_stream_page(name text, "from" bigint, page integer, most_bytes bigint)
RETURNS TABLE (
  more boolean, "position" bigint, id uuid, stream text, revision bigint, type text, data text, metadata jsonb
)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog SET enable_seqscan = off SET enable_bitmapscan = off AS $function$
#variable_conflict use_column
DECLARE
  found record;
  count integer := 0;
  bytes bigint := 0;
BEGIN
  FOR found IN
    SELECT e.* FROM waymark_events.events e WHERE e.stream = name AND e.revision >= "from" ORDER BY e.revision LIMIT page
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
END $function$;
REVOKE ALL ON FUNCTION waymark_events.read_stream_page(text, bigint, integer, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION waymark_events.read_stream_page(text, bigint, integer, bigint) TO waymark_app;
`;
