import { setTimeout as delay } from 'node:timers/promises';
import { readParkedStreams } from '@platform/read-store';
import { differences } from '../commands/replay';
import { type Standing, standings } from '../commands/checkpoints';
import { messageOf } from '../failure';
import type { Installation } from '../installation';
import { PROCESSORS, READ_MODELS } from '../read-models';
import { type Finding, fail, ok, warn } from './finding';

/** Time for a running projector to take up what has just been written. */
const CATCH_UP_MS = 2_000;
const SAMPLE = 200;

export const checkCheckpoints = async (installation: Installation): Promise<readonly Finding[]> => {
  const first = await standings(installation);
  if (first.every(({ lag }) => lag === 0n)) return [ok('projectors', 'every read model is up to date')];
  if (installation.product === 'stopped')
    return first.filter(behind).map((one) => warn('projectors', lagOf(one), 'It is taken up when the product starts.'));
  await delay(CATCH_UP_MS);
  const late = (await standings(installation)).filter(
    ({ read_model, position, lag }) =>
      lag > 0n && position === first.find((one) => one.read_model === read_model)?.position,
  );
  return late.length === 0
    ? [ok('projectors', 'every read model moves on')]
    : late.map((one) =>
        fail(
          'projectors',
          `${lagOf(one)}, and it does not move`,
          'Is a product or projector running? Its log says why it stands still.',
        ),
      );
};

const behind = ({ lag }: Standing): boolean => lag > 0n;
const lagOf = ({ read_model, position, head }: Standing): string => `${read_model} stands at ${position} of ${head}`;

export const checkParked = async ({ pool }: Installation): Promise<readonly Finding[]> => {
  const parked = await readParkedStreams(pool);
  return parked.length === 0
    ? [ok('parked streams', 'none')]
    : parked.map(({ read_model, stream, position, cause }) =>
        fail(
          'parked streams',
          `${read_model} gave up on ${stream} at position ${position}: ${cause}`,
          `Install a release that mends it, then: ${unparked(read_model)}`,
        ),
      );
};

const unparked = (name: string): string =>
  PROCESSORS.some((processor) => processor.name === name)
    ? `start the ${name} again: it tries once more at each start.`
    : `npm run ops -- replay ${name} --swap`;

/** Each read model equals the fold of its events: all of it, or a sample of its rows. */
export const checkReadModels = async ({ url, store }: Installation, full: boolean): Promise<readonly Finding[]> => {
  const quiet = { info: () => undefined, warn: () => undefined };
  const findings: Finding[] = [];
  for (const model of READ_MODELS) {
    const check = `read model ${model.name}`;
    try {
      const compared = full
        ? await model.rebuild({ url, store, log: quiet })
        : await model.verify({ url, store, log: quiet }, SAMPLE);
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
