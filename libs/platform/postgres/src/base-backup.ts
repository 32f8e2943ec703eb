import { Client } from 'pg';

export interface BaseBackup {
  /** Of the database's owner, on the machine of its server. */
  readonly url: string;
  /** Copies the server's directory while the server writes in it. */
  readonly copyFiles: (directory: string) => Promise<void>;
  /** Copies the segments of the log from the first name to the last; names sort by time. */
  readonly copyLog: (directory: string, log: BackupLog) => Promise<void>;
}

export interface BackupLog {
  /** The content of the file `backup_label` that the copy needs. */
  readonly label: string;
  readonly first: string;
  readonly last: string;
}

/** Keeps the log until the session ends, also over the checkpoints that run meanwhile. */
const KEEP_LOG = "SELECT pg_create_physical_replication_slot('waymark_backup_' || pg_backend_pid(), true, true)";
const STOP = 'SELECT labelfile AS label, pg_walfile_name(lsn) AS last FROM pg_backup_stop(wait_for_archive => false)';

/**
 * Copies the files of a running server as of the end of the copy, by Postgres' own low-level backup. A server that
 * starts on the copy replays the log from `backup_label` on.
 * https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */
export const takeBaseBackup = async ({ url, copyFiles, copyLog }: BaseBackup): Promise<void> => {
  const client = new Client({ connectionString: url, application_name: 'waymark backup' });
  // A connection that breaks between two queries emits an error, which would end the process. The next query fails.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const directory = await valueOf(client, "SELECT current_setting('data_directory') AS value");
    await client.query(KEEP_LOG);
    await client.query("SELECT pg_backup_start('waymark', true)");
    await copyFiles(directory);
    const [stopped] = (await client.query<Omit<BackupLog, 'first'>>(STOP)).rows;
    const first = /^START WAL LOCATION: .* \(file ([0-9A-F]{24})\)$/m.exec(stopped?.label ?? '')?.[1];
    if (!stopped || first === undefined) throw new Error('Postgres does not name the log that the backup needs');
    await copyLog(directory, { ...stopped, first });
  } finally {
    await client.end();
  }
};

const valueOf = async (client: Client, text: string): Promise<string> =>
  (await client.query<{ value: string }>(text)).rows[0]?.value ?? '';
