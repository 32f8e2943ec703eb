import { type Gateways, startGateways } from '../support/gateways';
import { eventually } from '../support/programs';
import { atScale } from '../support/scale';
import type { Address } from '../support/waymark';
import { useJudged } from './requests';
import { openRotations, type Rotated } from './rotations';

const HOUR = 3_600_000;
const ROTATIONS = atScale(40, 1_000);

let gateways: Gateways;
let rotations: ReturnType<typeof openRotations>;

beforeAll(async () => {
  gateways = await startGateways(2);
  rotations = openRotations(gateways);
});
afterAll(async () => {
  await rotations.close();
  await gateways.close();
});
afterEach(() => gateways.setClock(0));

/** Keeps every scheduler from reading timers meanwhile, as if none ran. */
const withSchedulersDead = async <T>(work: () => Promise<T>): Promise<T> => {
  const client = await gateways.owner.connect();
  try {
    await client.query('begin; lock table key_timers in access exclusive mode');
    return await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
};

const at = async (instant: Date, offset: number, { key }: Rotated): Promise<string[]> => {
  await gateways.setClock(new Date(instant.getTime() + offset));
  return Promise.all(gateways.all.map((gateway: Address) => useJudged(gateway, key)));
};

/** The first millisecond around the end of grace at which the key is refused, from −3 to 3; null if it never is. */
const refusedFrom = async (rotated: Rotated): Promise<number | null> => {
  for (let offset = -3; offset <= 3; offset += 1) {
    if ((await at(rotated.graceEndsAt, offset, rotated)).includes('refused')) return offset;
  }
  return null;
};

const onRecord = (all: readonly Rotated[], deadline?: number) =>
  eventually(async () => {
    for (const rotated of all)
      if ((await rotations.graceEnds(rotated)).length === 0)
        throw new Error(`the grace of ${rotated.id} is not on record`);
  }, deadline);

describe('promise 7: grace is 24 h, to the millisecond', () => {
  it('valid at −1 ms and 401 at +0, also with the schedulers dead, at every gateway', async () => {
    const rotated = await rotations.rotate();
    await withSchedulersDead(async () => {
      expect(await at(rotated.graceEndsAt, -1, rotated)).toEqual(['accepted', 'accepted']);
      expect(await at(rotated.graceEndsAt, 0, rotated)).toEqual(['refused', 'refused']);
      expect(await Promise.all(gateways.all.map((gateway) => useJudged(gateway, rotated.successor)))).toEqual([
        'accepted',
        'accepted',
      ]);
      expect(await rotations.graceEnds(rotated)).toEqual([]);
      expect(await refusedFrom(rotated)).toBe(0);
    });
  });

  it('a gateway that relies on the scheduler, planted in the status of a key, is caught', async () => {
    const [row] = (
      await gateways.owner.query<{ definition: string }>(
        "select pg_get_functiondef(oid) as definition from pg_proc where proname = 'key_status'",
      )
    ).rows;
    const honest = row!.definition;
    const judged = honest.replace("when grace_ends_at <= instant then 'revoked'", '');
    expect(judged).not.toBe(honest);
    const rotated = await rotations.rotate();
    await gateways.owner.query(judged);
    try {
      await withSchedulersDead(async () => expect(await refusedFrom(rotated)).toBeNull());
    } finally {
      await gateways.owner.query(honest);
    }
  });

  it('neither fires early nor lasts longer when the clock leaps back and forth by 25 h', async () => {
    const rotated = await rotations.rotate();
    await gateways.setClock(-25 * HOUR);
    expect(await useJudged(gateways.all[0]!, rotated.key)).toBe('accepted');
    // By that clock another key's grace begins now, which ends 25 h before this one's: once it is recorded, both were
    // checked.
    const earlier = await rotations.rotate();
    await gateways.setClock(-1 * HOUR);
    await onRecord([earlier]);
    expect(await rotations.graceEnds(rotated)).toEqual([]);
    await gateways.setClock(25 * HOUR);
    expect(await useJudged(gateways.all[0]!, rotated.key)).toBe('refused');
    await onRecord([rotated]);
    await gateways.setClock(0);
    // What is recorded and projected stays: the key ended at its time, whatever the clock says later.
    await eventually(async () => expect(await useJudged(gateways.all[0]!, rotated.key)).toBe('refused'));
    expect(await rotations.graceEnds(rotated)).toHaveLength(1);
  });
});

describe('promise 7: one KeyGraceExpired per rotation', () => {
  it(`never early, and as soon as it is over, for ${ROTATIONS} rotations under two schedulers`, async () => {
    const all: Rotated[] = [];
    for (let n = 0; n < ROTATIONS; n += 1) all.push(await rotations.rotate());
    const first = all[0]!.graceEndsAt.getTime();
    await gateways.setClock(first - Date.now() - 1_000);
    const span = all.at(-1)!.graceEndsAt.getTime() - first;
    await onRecord(all, span + 120_000);
    const lateness = await Promise.all(
      all.map(async (rotated) => {
        const ends = await rotations.graceEnds(rotated);
        expect(ends).toHaveLength(1);
        return Date.parse(ends[0]!.metadata.at) - rotated.graceEndsAt.getTime();
      }),
    );
    console.info({ rotations: ROTATIONS, latest_ms: Math.max(...lateness) });
    expect(Math.min(...lateness)).toBeGreaterThanOrEqual(0);
    // The guarantee is 1 s, which a shared machine cannot show: that all are on record by now is the bound here.
  }, 900_000);

  it('after 25 h of downtime, although one of two schedulers is killed with -9', async () => {
    const all: Rotated[] = [];
    for (let n = 0; n < ROTATIONS; n += 1) all.push(await rotations.rotate());
    await withSchedulersDead(() => gateways.setClock(25 * HOUR));
    const began = performance.now();
    const killing = gateways.all[1]!.kill('SIGKILL');
    await onRecord(all, 180_000);
    console.info({ rotations: ROTATIONS, caught_up_ms: Math.round(performance.now() - began) });
    await killing;
    for (const rotated of all) expect(await rotations.graceEnds(rotated)).toHaveLength(1);
  }, 900_000);
});
