import type { AttemptResult, DueDelivery } from '@platform/webhooks';
import { WebhookLane, shareOut } from './lane';
import { Paces } from './paces';

const HEALTHY_AT = '2026-11-22T10:00:00.000Z';
const delivery: DueDelivery = {
  id: 'dlv_1',
  created_at: HEALTHY_AT,
  event_id: 'evt_1',
  nth: '1',
  attempt: 0,
  step: 0,
  failed_at: null,
  stream: null,
  revision: null,
  body: '{}',
  at: HEALTHY_AT,
  folded_at: null,
};
const answer = (duration_ms: number, outcome: AttemptResult['outcome'] = 'delivered'): AttemptResult => ({
  outcome,
  duration_ms,
  error: outcome === 'delivered' ? null : 'answered with status 500',
  response: null,
});
/** A lane whose last attempt took so long. */
const lane = (webhook_id: string, lastMs?: number, inFlight = 0): WebhookLane => {
  const made = new WebhookLane({ webhook_id, failures: 0, failed_deliveries: 0, healthy_at: HEALTHY_AT }, new Paces());
  if (lastMs !== undefined) made.judge(delivery, answer(lastMs));
  made.inFlight = inFlight;
  return made;
};
/** A delivery with a body of a megabyte. */
const large: DueDelivery = { ...delivery, body: 'x'.repeat(1_024 * 1_024) };
const counts = (shares: ReturnType<typeof shareOut>) =>
  new Map([...shares].map(([id, { deliveries }]) => [id, deliveries]));

describe('a lane', () => {
  it('has room for one attempt before its first answer, for eight after it, and for one while it probes', () => {
    const one = lane('whk_1');
    expect(one.room).toBe(1);
    one.judge(delivery, answer(20));
    expect(one.room).toBe(8);
    for (let failures = 0; failures < 5; failures += 1) one.judge(delivery, answer(20, 'failed'));
    expect(one.room).toBe(1);
    one.judge(delivery, answer(20));
    expect(one.room).toBe(8);
  });

  it('learns of a success that it has not sent, and counts failures from there', () => {
    const one = lane('whk_1', 20);
    const judged = () => one.judge(delivery, answer(20, 'failed')).health;
    for (let failures = 0; failures < 5; failures += 1) judged();
    one.learn({ failures: 0, failed_deliveries: 0, healthy_at: HEALTHY_AT });
    expect(judged().failures).toBe(6);
    const healthy_at = '2026-11-22T10:00:01.000Z';
    one.learn({ failures: 0, failed_deliveries: 0, healthy_at });
    expect(judged()).toEqual({ failures: 1, failed_deliveries: 0, healthy_at });
  });

  it('has no room while two megabytes are on their way', () => {
    const one = lane('whk_1', 20);
    for (const most of [2 * 1_024 * 1_024, 1_024 * 1_024]) {
      expect([...shareOut([one], 256, 0)]).toEqual([['whk_1', { deliveries: 8 - one.inFlight, bytes: most }]]);
      one.begin(large);
    }
    expect([one.room, shareOut([one], 256, 2).size]).toEqual([0, 0]);
    one.end(large);
    expect(one.room).toBe(7);
  });
});

describe('the attempts of a process', () => {
  it('are shared among lanes in turn', () => {
    const lanes = ['whk_1', 'whk_2', 'whk_3'].map((id) => lane(id, 20));
    expect([...counts(shareOut(lanes, 10, 0)).values()]).toEqual([4, 3, 3]);
    expect([...counts(shareOut(lanes, 256, 0)).values()]).toEqual([8, 8, 8]);
    expect(shareOut(lanes, 256, 256).size).toBe(0);
  });

  it('are held by slow endpoints up to the half', () => {
    const slow = Array.from({ length: 20 }, (_, n) => lane(`whk_slow_${n}`, 14_000, 6));
    const quick = lane('whk_quick', 20);
    const shares = counts(shareOut([...slow, quick], 256, 120));
    expect(shares.get('whk_quick')).toBe(8);
    expect([...shares].reduce((sum, [id, share]) => sum + (id === 'whk_quick' ? 0 : share), 0)).toBe(8);
    for (const one of slow) one.inFlight = 8;
    expect([...counts(shareOut([...slow, quick], 256, 160))]).toEqual([['whk_quick', 8]]);
  });

  it('are held by new endpoints and slow ones together up to three quarters', () => {
    const slow = Array.from({ length: 20 }, (_, n) => lane(`whk_slow_${n}`, 14_000, 6));
    const fresh = Array.from({ length: 100 }, (_, n) => lane(`whk_new_${n}`));
    const shares = shareOut([...slow, ...fresh, lane('whk_quick', 20)], 256, 120);
    expect([shares.get('whk_quick')?.deliveries, shares.size]).toEqual([8, 1 + 192 - 120]);
  });

  it('have 64 megabytes on their way, slow endpoints half of them, and each lane may have one body', () => {
    const withOne = (id: string, ms: number) => {
      const made = lane(id, ms);
      made.begin(large);
      return made;
    };
    const slow = Array.from({ length: 32 }, (_, n) => withOne(`whk_slow_${n}`, 14_000));
    const others = [withOne('whk_quick', 20), lane('whk_next', 20), lane('whk_slow', 14_000)];
    expect([...shareOut([...slow, ...others], 256, 33)]).toEqual([
      ['whk_quick', { deliveries: 7, bytes: 1_024 * 1_024 }],
      ['whk_next', { deliveries: 8, bytes: 2 * 1_024 * 1_024 }],
      ['whk_slow', { deliveries: 8, bytes: 1 }],
    ]);
    const quick = Array.from({ length: 31 }, (_, n) => withOne(`whk_quick_${n}`, 20));
    const shares = shareOut([...slow, ...quick, ...others], 256, 64);
    expect(new Map([...shares].map(([id, { bytes }]) => [id, bytes]))).toEqual(
      new Map([
        ['whk_next', 1],
        ['whk_slow', 1],
      ]),
    );
  });
});
