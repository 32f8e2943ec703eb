import type { AttemptResult, DueDelivery } from '@platform/webhooks';
import { WebhookLane, shareOut } from './lane';

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
};
const answer = (duration_ms: number, outcome: AttemptResult['outcome'] = 'delivered'): AttemptResult => ({
  outcome,
  duration_ms,
  error: outcome === 'delivered' ? null : 'answered with status 500',
  response: null,
});
/** A lane whose last attempt took so long. */
const lane = (webhook_id: string, lastMs?: number, inFlight = 0): WebhookLane => {
  const made = new WebhookLane({ webhook_id, failures: 0, failed_deliveries: 0, healthy_at: HEALTHY_AT });
  if (lastMs !== undefined) made.judge(delivery, answer(lastMs));
  made.inFlight = inFlight;
  return made;
};

describe('a lane', () => {
  it('has room for two attempts before its first answer, for eight after it, and for one while it probes', () => {
    const one = lane('whk_1');
    expect(one.room).toBe(2);
    one.judge(delivery, answer(20));
    expect(one.room).toBe(8);
    for (let failures = 0; failures < 5; failures += 1) one.judge(delivery, answer(20, 'failed'));
    expect(one.room).toBe(1);
    one.judge(delivery, answer(20));
    expect(one.room).toBe(8);
  });
});

describe('the attempts of a process', () => {
  it('are shared among lanes in turn', () => {
    const lanes = ['whk_1', 'whk_2', 'whk_3'].map((id) => lane(id, 20));
    expect([...shareOut(lanes, 10, 0).values()]).toEqual([4, 3, 3]);
    expect([...shareOut(lanes, 256, 0).values()]).toEqual([8, 8, 8]);
    expect(shareOut(lanes, 256, 256).size).toBe(0);
  });

  it('are held by slow endpoints up to the half', () => {
    const slow = Array.from({ length: 20 }, (_, n) => lane(`whk_slow_${n}`, 14_000, 6));
    const quick = lane('whk_quick', 20);
    const shares = shareOut([...slow, quick], 256, 120);
    expect(shares.get('whk_quick')).toBe(8);
    expect([...shares].reduce((sum, [id, share]) => sum + (id === 'whk_quick' ? 0 : share), 0)).toBe(8);
    for (const one of slow) one.inFlight = 8;
    expect([...shareOut([...slow, quick], 256, 160)]).toEqual([['whk_quick', 8]]);
  });
});
