import { pause } from '@platform/async';
import { unfinishedAdoption } from '../adopt/unfinished';
import { MISMATCH_REMEDY } from '@platform/processing';
import { differences } from '../commands/replay';
import { messageOf } from '../failure';
import type { Installation } from '../installation';
import {
  type ForeignHistory,
  MOST_SHOWN,
  type ProcessorCheckpoint,
  foreignHistories,
  hasDamagedIndex,
  othersOf,
  parkedStreams,
  processorCheckpoints,
  retryOf,
} from '../processors';
import { READ_MODELS } from '../read-models';
import { type Finding, fail, ok, warn } from './finding';

/** Time for a running projector to process the newest events. */
const CATCH_UP_MS = 2_000;
const SAMPLE = 200;

export const checkCheckpoints = async (installation: Installation): Promise<readonly Finding[]> => {
  const first = await processorCheckpoints(installation);
  const behind = first.filter(({ lag }) => lag > 0n);
  if (behind.length === 0) return [ok('processors', 'every processor is up to date')];
  if (installation.product === 'stopped')
    return behind.map((one) => warn('processors', lagOf(one), 'It is taken up when the product starts.'));
  await pause(CATCH_UP_MS);
  const late = (await processorCheckpoints(installation)).filter(({ processor, position, lag }) =>
    behind.some((one) => lag > 0n && one.processor === processor && one.position === position),
  );
  return late.length === 0
    ? [ok('processors', 'every processor moves on')]
    : late.map((one) =>
        fail(
          'processors',
          `${lagOf(one)}, and it does not move`,
          'Is a product or projector running? Its log says why it makes no progress.',
        ),
      );
};

const lagOf = ({ processor, position, head }: ProcessorCheckpoint): string =>
  `${processor} is at ${position} of ${head}`;

/** Nothing was folded from another event store, or from events that a restore has undone. */
export const checkHistories = async (installation: Installation): Promise<readonly Finding[]> => {
  let foreign = await foreignHistories(installation);
  // A redirect index may be about to be rebuilt.
  if (foreign.length > 0 && installation.product !== 'stopped') {
    await pause(CATCH_UP_MS);
    foreign = await foreignHistories(installation);
  }
  const unfinished = (await unfinishedAdoption(installation.pool)) !== undefined;
  if (foreign.length === 0 && !unfinished) return [ok('history', 'every processor has the history of the event store')];
  return [
    ...ofTables(foreign.filter(({ restarts }) => !restarts)),
    ...foreign.filter(({ restarts }) => restarts).map(ofIndex),
    ...(unfinished ? [UNFINISHED] : []),
  ];
};

const UNFINISHED = fail(
  'history',
  'an adoption of the event store is under way, or was interrupted',
  'If none runs, repeat it: npm run ops -- event-store adopt',
);

/** One finding for all of them: they have the same cause. */
const ofTables = (foreign: readonly ForeignHistory[]): readonly Finding[] => {
  const [first] = foreign;
  if (!first) return [];
  const names = foreign.map(({ processor }) => processor).join(', ');
  return [fail('history', `${first.why} (${names})`, `Commands are refused: ${MISMATCH_REMEDY}`)];
};

const ofIndex = ({ processor, why }: ForeignHistory): Finding =>
  warn('history', `${processor}: ${why}`, 'It is rebuilt once commands are accepted and its process runs.');

/** A start of the product rebuilds a damaged one by itself. */
export const checkIndex = async ({ config }: Pick<Installation, 'config'>): Promise<readonly Finding[]> =>
  hasDamagedIndex(config)
    ? [warn('redirect index', 'it is damaged, as by a copy that was not finished', 'The next start rebuilds it.')]
    : [];

export const checkParked = async (installation: Pick<Installation, 'pool' | 'config'>): Promise<readonly Finding[]> => {
  const parked = await parkedStreams(installation, MOST_SHOWN);
  const found = (processor: string, what: string): Finding =>
    fail('parked streams', what, `Install a release that mends it, then: ${retryOf(processor)}`);
  return parked.length === 0
    ? [ok('parked streams', 'none')]
    : parked.flatMap(({ streams, ...rest }) => [
        ...streams.map(({ processor, stream, position, cause }) =>
          found(processor, `${processor} gave up on ${stream} at position ${position}: ${cause}`),
        ),
        ...othersOf(rest).map((others) => found(rest.processor, others)),
      ]);
};

/** Each read model equals the fold of its events: all of it, or a sample of its rows. */
export const checkReadModels = async ({ url, store }: Installation, full: boolean): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  for (const model of READ_MODELS) {
    const check = `read model ${model.name}`;
    try {
      const compared = full ? await model.rebuild({ url, store }) : await model.verify({ url, store }, SAMPLE);
      const differ = differences(compared);
      const looked = full ? `${compared.rows} rows` : `a sample of ${compared.rows} rows`;
      findings.push(
        differ === 0
          ? ok(check, `${looked}, equal to its events`)
          : fail(
              check,
              `${differ} of ${looked} differ from their events, such as ${compared.examples[0]?.id}`,
              `npm run ops -- replay ${model.name}   shows them; with --swap it mends them.`,
            ),
      );
    } catch (error) {
      findings.push(fail(check, messageOf(error), 'Try again; if it stays so, look at the log of the product.'));
    }
  }
  return findings;
};
