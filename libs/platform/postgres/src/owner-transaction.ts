import { Client, type ClientBase } from 'pg';

/** Requests may wait for its locks, so none of it may take long. */
const LIMITS = { lock_timeout: 2_000, statement_timeout: 10_000, idle_in_transaction_session_timeout: 10_000 };

/** One transaction on a connection of its own, all or nothing. @param url of the owner of the tables */
export const inOwnerTransaction = async (url: string, work: (client: ClientBase) => Promise<void>): Promise<void> => {
  const client = new Client({ connectionString: url, application_name: 'waymark owner', ...LIMITS });
  // A connection that breaks between two queries emits an error, which would end the process. The next query fails.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN');
    await work(client);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
};
