/** The id of the store, made with it: a processor recognises by it that its checkpoint belongs to another store. */
export const eventStoreIdentity = `
CREATE TABLE waymark_events.identity (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  id uuid NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO waymark_events.identity DEFAULT VALUES;
GRANT SELECT ON waymark_events.identity TO waymark_app;
`;
