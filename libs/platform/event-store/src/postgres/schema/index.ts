import { announce } from './announce';
import { append } from './append';
import { appendAtOnce } from './append-at-once';
import { appendSaysStored } from './append-says-stored';
import { grants } from './grants';
import { head } from './head';
import { positionOfRepeat } from './position-of-repeat';
import { readCategories } from './read-categories';
import { readPage } from './read-page';
import { readStream } from './read-stream';
import { readStreamPage } from './read-stream-page';
import { tables } from './tables';

import { identify } from './identify';
import { eventStoreIdentity } from './identity';

/** To be run once, in one transaction, by the schema's owner; the role `waymark_app` must exist. */
const eventStoreSchema: string = [
  tables,
  announce,
  positionOfRepeat,
  append,
  readStream,
  readCategories,
  head,
  grants,
].join('\n');

/** The schema as steps of a migration, in their order; see SqlMigration of the read store. */
export const eventStoreMigrations = [
  { version: 1763683200030, name: 'EventStore', sql: eventStoreSchema },
  { version: 1763903000001, name: 'EventStoreIdentity', sql: eventStoreIdentity },
  { version: 1763930000001, name: 'AppendSaysStored', sql: appendSaysStored },
  { version: 1763980000001, name: 'AppendAtOnce', sql: appendAtOnce },
  { version: 1763990000001, name: 'EventStoreIdentify', sql: identify },
  { version: 1764260000001, name: 'EventStoreReadPage', sql: readPage },
  { version: 1764340000001, name: 'EventStoreReadStreamPage', sql: readStreamPage },
] as const;
