/** The application appends and reads; the function that appends runs with its owner's rights, so nothing else can write. */
export const grants = `
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA waymark_events FROM PUBLIC;
GRANT USAGE ON SCHEMA waymark_events TO waymark_app;
GRANT SELECT ON waymark_events.events, waymark_events.counter TO waymark_app;
GRANT EXECUTE ON FUNCTION
  waymark_events.append(jsonb), waymark_events.read_stream(text, bigint),
  waymark_events.read_categories(text[], bigint, integer), waymark_events.head(text[])
TO waymark_app;
`;
