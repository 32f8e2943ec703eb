import type { Difference, Rebuilt } from '@platform/read-store';
import { differences } from '../commands/replay';
import type { CommandReport } from '../output';
import type { CreatedAgain } from './workspaces-of-accounts';

export interface RebuiltModel {
  readonly name: string;
  readonly result: Rebuilt;
}

interface Adopted {
  /** Why the store was not accepted before. */
  readonly why: string;
  readonly storeId: string;
  /** Those that the store lacked, though they have members. */
  readonly workspaces: readonly CreatedAgain[];
  readonly rebuilt: readonly RebuiltModel[];
  /** Processors that handle every event again. */
  readonly restarted: readonly string[];
}

/** What changed, link by link, and for other resources by their number. */
export const reportOf = ({ why, storeId, workspaces, rebuilt, restarted }: Adopted): CommandReport => {
  const result = rebuilt.find(({ name }) => name === 'links')?.result;
  const links = result?.examples ?? [];
  const changed = result ? differences(result) : 0;
  const unlisted = changed - links.length;
  const others = rebuilt.filter(({ name, result }) => name !== 'links' && differences(result) > 0);
  const parked = rebuilt.flatMap(({ name, result }) => result.parked.map((one) => ({ read_model: name, ...one })));
  return {
    value: {
      adopted: true,
      store: storeId,
      why,
      links: links.map(({ id, kind, fields, shown }) => ({ id, change: CHANGES[kind], fields, ...shown })),
      links_not_listed: unlisted,
      workspaces_created_again: workspaces,
      other_read_models: others.map(({ name, result: { counts } }) => ({ read_model: name, ...counts })),
      restarted,
      parked,
    },
    lines: [
      `The event store ${storeId} is the truth now, though ${why}.`,
      changed === 0 ? 'No link has changed.' : `${changed} links have changed:`,
      ...links.map(lineOf),
      ...(unlisted > 0 ? [`  and ${unlisted} more`] : []),
      ...others.map(
        ({ name, result: { counts } }) =>
          `${name}: ${counts.extra} rows are gone, ${counts.missing} are back, ${counts.differing} are as they were`,
      ),
      ...workspaces.map(({ id, name }) => `${id} (${name}) is created again, empty: its members can log in.`),
      ...restarted.map((processor) => `${processor} handles every event again.`),
      'A redirect index begins anew within seconds where its process runs, else when it starts.',
      ...parked.map(({ read_model, stream, cause }) => `Cannot be folded: ${stream} (${read_model}): ${cause}`),
    ],
    exitCode: parked.length > 0 ? 1 : 0,
  };
};

const CHANGES = { extra: 'gone', missing: 'back', differing: 'as it was' } as const;

const lineOf = ({ id, kind, fields, shown }: Difference): string =>
  `  ${CHANGES[kind].padEnd(9)}  ${id}  ${String(shown?.['domain'])}/${String(shown?.['alias'])}` +
  (fields.length > 0 ? `  (${fields.join(', ')})` : '');
