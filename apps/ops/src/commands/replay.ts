import type { Rebuilt } from '@platform/read-store';
import { WrongUse } from '../failure';
import type { Installation } from '../installation';
import { progress, type CommandReport, table } from '../output';
import { RETRYABLE, demandOwnStore } from '../processors';
import { READ_MODELS } from '../read-models';
import { retryParked } from './retry';

interface Options {
  readonly swap: boolean;
  readonly json: boolean;
}

/** `ops replay <name>`: of a read model, or of a processor without one. */
export const replay = async (installation: Installation, name: string, options: Options): Promise<CommandReport> => {
  if (options.swap) await demandOwnStore(installation);
  if (name === 'all') return replayAll(installation, options);
  if (!RETRYABLE.includes(name)) return replayReadModel(installation, name, options);
  if (options.swap) throw new WrongUse(`${name} has no table that could be swapped`);
  return retryParked(installation, name);
};

const replayAll = async (installation: Installation, options: Options): Promise<CommandReport> => {
  const reports: CommandReport[] = [];
  for (const { name } of READ_MODELS) reports.push(await replayReadModel(installation, name, options));
  return {
    value: { replayed: reports.map(({ value }) => value) },
    lines: reports.flatMap((report) => report.lines),
    exitCode: reports.some(({ exitCode }) => exitCode === 1) ? 1 : 0,
  };
};

/** Folds a read model again and compares; with `--swap` makes the live one equal. Exit code 1 if they still differ. */
const replayReadModel = async (
  { url, store }: Installation,
  name: string,
  { swap, json }: Options,
): Promise<CommandReport> => {
  const model = READ_MODELS.find((one) => one.name === name);
  if (!model)
    throw new WrongUse(
      `there is no ${name}; there are ${[...READ_MODELS.map((one) => one.name), ...RETRYABLE].join(', ')}`,
    );
  const began = performance.now();
  const rebuilt = await model.rebuild({ url, store, swap, onProgress: progress(name, json) });
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  const differ = differences(rebuilt);
  const { mismatch } = rebuilt;
  const open = !swap && (differ > 0 || rebuilt.unparked.length > 0 || mismatch !== undefined);
  return {
    value: { read_model: name, seconds, equal: differ === 0, ...rebuilt },
    lines: [
      `${name}: ${rebuilt.events} events folded to ${rebuilt.rows} rows in ${seconds} s, up to position ` +
        `${rebuilt.position}`,
      ...(mismatch === undefined ? [] : [`The live table has another history: ${mismatch}`]),
      ...(differ === 0 ? ['The live table equals it, row for row.'] : differenceLines(rebuilt, differ)),
      ...rebuilt.unparked.map((stream) =>
        swap ? `No longer parked: ${stream}` : `Parked, but could be folded now: ${stream}`,
      ),
      ...rebuilt.parked.map(
        ({ stream, position, cause }) => `Cannot be folded: ${stream}, from position ${position}: ${cause}`,
      ),
      ...(swap && differ > 0 ? ['Swapped: the live table is now the one that was folded.'] : []),
      ...(open ? [`Nothing was changed. ${remedyFor(name, mismatch)}`] : []),
    ],
    exitCode: open || rebuilt.parked.length > 0 ? 1 : 0,
  };
};

const remedyFor = (name: string, mismatch: string | undefined): string =>
  mismatch === undefined
    ? `To make the live table equal:  npm run ops -- replay ${name} --swap`
    : `To go on with this event store:  npm run ops -- event-store adopt`;

export const differences = ({ counts }: Pick<Rebuilt, 'counts'>): number =>
  counts.missing + counts.extra + counts.differing;

const differenceLines = ({ counts, examples }: Rebuilt, differ: number): string[] => [
  `The live table ${counts.differing > 0 ? `differed in ${counts.differing} rows, ` : ''}lacked ${counts.missing} ` +
    `and had ${counts.extra} too many:`,
  ...table(
    ['row', 'kind', 'fields'],
    examples.map(({ id, kind, fields }) => [id, kind, fields.join(', ')]),
  ),
  ...(differ > examples.length ? [`… and ${differ - examples.length} more`] : []),
];
