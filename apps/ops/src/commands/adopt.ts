import { randomUUID } from 'node:crypto';
import { WEBHOOK_DISPATCHER } from '@contexts/aggregates';
import { EventStoreMismatch } from '@kernel';
import { demandFolded, readMarks, restartProcessor } from '@platform/read-store';
import { beginFold, foldToEnd } from '@platform/webhooks';
import { forgetAnswers, forgetUndone } from '../adopt/forget-undone';
import { reportOf, type RebuiltModel } from '../adopt/report';
import { beginAdoption, endAdoption, unfinishedAdoption } from '../adopt/unfinished';
import { createWorkspacesOfAccounts } from '../adopt/workspaces-of-accounts';
import { demandConsent } from '../consent';
import type { Installation } from '../installation';
import { type CommandReport, progress } from '../output';
import { foreignHistories } from '../processors';
import { READ_MODELS } from '../read-models';

interface Options {
  /** Ask nothing. */
  readonly yes: boolean;
  readonly json: boolean;
}

/**
 * `ops event-store adopt`: makes a store with another history the truth, after a restore, a loss or an exchange. Folds
 * every read model from it, keeps the workspaces that have members, lets the processors without a table begin anew, and forgets what tables hold of undone
 * events. A redirect index begins anew by itself.
 *
 * May be repeated after an interruption, also one between the last checkpoint and the end: from the first step to the
 * last the tables say that an adoption is under way. Its steps are in the order in which each may be the last one:
 * stored answers are forgotten while commands are refused, and what depends on the folded rows comes after them.
 */
export const adopt = async (installation: Installation, { yes, json }: Options): Promise<CommandReport> => {
  const { store, pool } = installation;
  const mismatch = await mismatchOf(installation);
  const unfinished = await unfinishedAdoption(pool);
  const begin = mismatch === undefined ? unfinished && (async () => unfinished) : () => beginAdoption(pool, mismatch);
  if (!begin)
    return {
      value: { adopted: false },
      lines: ['The event store is the one that the tables were folded from. There is nothing to adopt.'],
    };
  const id = await installationId(installation);
  if (!yes) await demandConsent({ warning: warningOf(mismatch, id), expected: id, word: 'the id' });
  const adoption = await begin();
  const storeId = await store.identify(id);
  await forgetAnswers(pool);
  const workspaces = await createWorkspacesOfAccounts(installation);
  const rebuilt = await rebuildAll(installation, json);
  await forgetUndone(pool, adoption);
  const restarted = await restartOthers(installation);
  await endAdoption(pool);
  return reportOf({ why: adoption.why, storeId, workspaces, rebuilt, restarted });
};

const mismatchOf = async ({ store, pool }: Installation): Promise<string | undefined> => {
  try {
    await demandFolded(store, pool);
    return undefined;
  } catch (error) {
    if (!(error instanceof EventStoreMismatch)) throw error;
    return error.message;
  }
};

/** The id in the checkpoints; after an interruption some may have the id of the present store already. */
const installationId = async ({ store, pool }: Installation): Promise<string> => {
  const known = (await readMarks(pool)).flatMap(({ mark }) => mark?.store ?? []);
  const present = await store.identity();
  return known.find((id) => id !== present) ?? present ?? randomUUID();
};

/** @param mismatch undefined where the store fits, and an adoption was interrupted */
const warningOf = (mismatch: string | undefined, id: string): string =>
  (mismatch === undefined
    ? 'An adoption of the event store was interrupted. The tables fit the store, and this does what the adoption had left:\n' +
      'it forgets stored answers and what was reserved before it, and compares each read model.\n'
    : `This makes the present event store the truth, though ${mismatch}.\n` +
      'What only the tables know of links, keys, campaigns, domains, QR codes, webhooks and workspaces is lost.\n' +
      'A workspace that is lost and has members is created again, empty, so that they can log in.\n') +
  `The id of this installation is ${id}\n`;

/** Links that are listed. Of a store that was lost all have changed, and millions would not fit into memory. */
const MOST_LISTED = 10_000;

const rebuildAll = async ({ url, store }: Installation, json: boolean): Promise<readonly RebuiltModel[]> => {
  const rebuilt: RebuiltModel[] = [];
  for (const { name, rebuild } of READ_MODELS) {
    const all = name === 'links' ? { examples: MOST_LISTED, show: ['domain', 'alias'] } : {};
    rebuilt.push({ name, result: await rebuild({ url, store, swap: true, onProgress: progress(name, json), ...all }) });
  }
  return rebuilt;
};

/** The relay and the dispatcher of webhooks. */
const restartOthers = async (installation: Installation): Promise<readonly string[]> => {
  const { pool, store } = installation;
  const foreign = (await foreignHistories(installation)).filter(({ restarts }) => !restarts);
  // A fold that is under way may go beyond the end of this store.
  await foldToEnd(pool);
  for (const { processor } of foreign) {
    // Up to here, and not to where it will begin: what callers do from now on counts as new.
    if (processor === WEBHOOK_DISPATCHER.name) await beginFold(pool, await store.head(WEBHOOK_DISPATCHER.categories));
    await restartProcessor(pool, processor);
  }
  return foreign.map(({ processor }) => processor);
};
