import { announce } from './announce';
import { append } from './append';
import { grants } from './grants';
import { head } from './head';
import { positionOfRepeat } from './position-of-repeat';
import { readCategories } from './read-categories';
import { readStream } from './read-stream';
import { tables } from './tables';

/** DDL of the event store in Postgres, to be run once, in one transaction, by the schema's owner; the role `waymark_app` must exist. */
export const eventStoreSchema: string = [
  tables,
  announce,
  positionOfRepeat,
  append,
  readStream,
  readCategories,
  head,
  grants,
].join('\n');
