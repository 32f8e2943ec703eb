/**
 * announce(position, categories): at the commit notifies the listeners of the channel `waymark_events`. The payload is
 * `<position>:<categories>`; a list too long for a notification (8,000 bytes) becomes `*`, for all categories.
 */
export const announce = `
CREATE FUNCTION waymark_events.announce("position" bigint, categories text) RETURNS void
LANGUAGE sql SET search_path = pg_catalog AS $function$
  SELECT pg_notify('waymark_events', position || ':' || CASE WHEN octet_length(categories) > 7900 THEN '*' ELSE categories END)
$function$;
`;
