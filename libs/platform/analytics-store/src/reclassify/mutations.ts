import { poll } from '@platform/async';
import type { AnalyticsClient } from '../analytics-client';

/** Called now and then while the engine rewrites parts of the table, with how many are left. */
export type MutationProgress = (left: number) => void;

const POLL_MS = 200;

const OPEN = "database = currentDatabase() AND table = 'clicks' AND NOT is_done";
/** Every rewrite reads a table of its run. */
const OURS = `${OPEN} AND position(command, 'reclassify_') > 0`;

interface Mutation {
  readonly id: string;
  readonly left: string;
  readonly failure: string;
}

/**
 * Waits until the engine has finished all rewrites, which it makes one after the other. It would retry a failed one for
 * ever, so this kills ours; finished parts stay rewritten. Throws with the cause.
 */
async function awaitMutations(client: AnalyticsClient, onProgress: MutationProgress = () => undefined): Promise<void> {
  const look = async (): Promise<true | undefined> => {
    const open = await client.rows<Mutation>(
      `SELECT mutation_id AS id, parts_to_do AS left, latest_fail_reason AS failure FROM system.mutations ` +
        `WHERE ${OPEN}`,
    );
    const failed = open.find(({ failure }) => failure !== '');
    if (failed) {
      await client.command(`KILL MUTATION WHERE ${OURS}`);
      throw new Error(`ClickHouse could not rewrite the clicks: ${failed.failure}`);
    }
    if (open.length === 0) return true;
    onProgress(open.reduce((sum, { left }) => sum + Number(left), 0));
    return undefined;
  };
  await poll(look, { everyMs: POLL_MS });
}

/** Kills the rewrites that an interrupted run has left to the engine; finished parts stay rewritten. */
export const abandonRewrites = (client: AnalyticsClient): Promise<void> =>
  client.command(`KILL MUTATION WHERE ${OURS}`);

/**
 * Has the engine rewrite rows of `clicks`, while inserts go on, and waits for it. Both texts are SQL of this program.
 * Each row counts its rewrites, of any column: the count shows that a rollup made from the row before is outdated.
 */
export async function rewriteClicks(
  client: AnalyticsClient,
  { assignments, where }: { readonly assignments: readonly string[]; readonly where: string },
  onProgress?: MutationProgress,
): Promise<void> {
  // The statement does not wait: the embedded engine has one lane for such writes, and the next ones would wait, too.
  await client.command(
    `ALTER TABLE clicks UPDATE ${[...assignments, 'rewritten = rewritten + 1'].join(', ')} WHERE ${where} ` +
      `SETTINGS mutations_sync = 0`,
  );
  await awaitMutations(client, onProgress);
}
