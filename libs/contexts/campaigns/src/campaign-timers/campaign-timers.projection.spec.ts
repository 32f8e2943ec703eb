import { someMetadata } from '@kernel/testing';
import type { CampaignEvent } from '../campaign';
import { type CampaignTimerRow, campaignTimers } from './campaign-timers.projection';

const START = '2026-06-01T00:00:00.000Z';
const END = '2026-07-01T00:00:00.000Z';
const LATER = '2026-08-01T00:00:00.000Z';

const created = (dates: object): CampaignEvent => ({
  type: 'CampaignCreated',
  data: { campaign_id: 'cmp_1', name: 'Summer', ...dates },
});
const updated = (changes: object): CampaignEvent => ({
  type: 'CampaignUpdated',
  data: { campaign_id: 'cmp_1', changes },
});
const plain = (type: string) => ({ type, data: { campaign_id: 'cmp_1' } }) as CampaignEvent;

const after = (...events: readonly CampaignEvent[]): CampaignTimerRow | null => {
  let row: CampaignTimerRow | null = null;
  events.forEach((event, nth) => {
    const revision = BigInt(nth);
    const recorded = { id: '', event, metadata: someMetadata(), stream: 'campaign-1', revision, position: revision };
    for (const key of campaignTimers.keys(recorded)) row = campaignTimers.evolve(row, recorded, key);
  });
  return row;
};

describe('the timer of a campaign', () => {
  it('is due at the start of a draft', () =>
    expect(after(created({ starts_at: START, ends_at: END }))).toMatchObject({ kind: 'start', due_at: START }));

  it('is due at the end of one that runs or is paused', () => {
    const running = [created({ starts_at: START, ends_at: END }), plain('CampaignStarted')];
    expect(after(...running)).toMatchObject({ kind: 'end', due_at: END, revision: '1' });
    expect(after(...running, plain('CampaignPaused'))).toMatchObject({ kind: 'end', due_at: END });
  });

  it('is never due without a date, and not at the end of a draft', () => {
    expect(after(created({}))).toMatchObject({ due_at: null });
    expect(after(created({ ends_at: END }))).toMatchObject({ kind: 'start', due_at: null });
    expect(after(created({ starts_at: START }), plain('CampaignStarted'))).toMatchObject({ due_at: null });
  });

  it('follows an edit of the dates, and no other', () => {
    const draft = created({ starts_at: START });
    expect(after(draft, updated({ starts_at: { from: START, to: LATER } }))).toMatchObject({ due_at: LATER });
    expect(after(draft, updated({ starts_at: { from: START, to: null } }))).toMatchObject({ due_at: null });
    expect(after(draft, updated({ name: { from: 'a', to: 'b' } }))).toMatchObject({ due_at: START, revision: '0' });
  });

  it.each(['CampaignEnded', 'CampaignDeleted', 'CampaignPurged'])('is gone after %s, whatever comes later', (type) => {
    const gone = [created({ starts_at: START }), plain('CampaignStarted'), plain(type)];
    expect(after(...gone)).toBeNull();
    expect(after(...gone, updated({ ends_at: { from: null, to: LATER } }))).toBeNull();
  });
});
