/** identify(new_id): gives the store an id, unless it has one, and returns the one that it has. */
export const identify = `
CREATE FUNCTION waymark_events.identify(new_id uuid) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $function$
BEGIN
  INSERT INTO waymark_events.identity (id) VALUES (new_id) ON CONFLICT DO NOTHING;
  RETURN (SELECT id FROM waymark_events.identity);
END $function$;
REVOKE ALL ON FUNCTION waymark_events.identify(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION waymark_events.identify(uuid) TO waymark_app;
`;
