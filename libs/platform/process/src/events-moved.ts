import { type Config, ConfigError } from '@platform/config';
import { eventsMovedTo, type ReadStore } from '@platform/read-store';

/** @throws ConfigError if the events were moved away and those in Postgres are the old copy */
export const checkEventsAreHere = async (
  pool: ReadStore['system'],
  { eventStoreUrl }: Pick<Config, 'eventStoreUrl'>,
): Promise<void> => {
  const host = eventStoreUrl ? undefined : await eventsMovedTo(pool);
  if (host !== undefined)
    throw new ConfigError([`EVENTSTORE_URL is required: the events of this database have been moved to ${host}`]);
};
