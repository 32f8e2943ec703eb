import { given, someMetadata } from '@kernel/testing';
import type { CampaignEvent } from './campaign';
import { type AdvanceCampaign, type CampaignCommand, type SwitchCampaign, campaignDecider } from './campaign.decider';

const NOW = '2026-06-01T00:00:00.000Z';
const BEFORE = '2026-05-01T00:00:00.000Z';
const LATER = '2026-07-01T00:00:00.000Z';

const advance: AdvanceCampaign = {
  type: 'AdvanceCampaign',
  data: { campaign_id: 'cmp_1', workspace_id: 'ws_1', now: NOW },
};
const remove: CampaignCommand = { type: 'DeleteCampaign', data: { campaign_id: 'cmp_1', workspace_id: 'ws_1' } };

describe('creating a campaign', () => {
  it('records its fields, as a draft', () =>
    given(campaignDecider, [])
      .when(create({ utm_source: 'mail' }))
      .then([created({ utm_source: 'mail' })]));

  it.each([
    [NOW, NOW],
    [LATER, NOW],
  ])('rejects one that starts at %s and ends at %s', (starts_at, ends_at) =>
    given(campaignDecider, []).when(create({ starts_at, ends_at })).thenRejected('invalid', 'invalid_request'),
  );

  it('rejects a repeat: its id is taken', () =>
    given(campaignDecider, [created()]).when(create()).thenRejected('conflict', 'conflict'));
});

describe('editing a campaign', () => {
  it('records what changes, from and to', () =>
    given(campaignDecider, [created({ tags: ['a'], utm_source: 'mail' })])
      .when(update({ name: 'Winter', tags: ['a'], utm_source: null }))
      .then([
        {
          type: 'CampaignUpdated',
          data: {
            campaign_id: 'cmp_1',
            changes: { name: { from: 'Summer', to: 'Winter' }, utm_source: { from: 'mail', to: null } },
          },
        },
      ]));

  it('changes nothing when every field is so already', () =>
    given(campaignDecider, [created({ tags: ['a'] })])
      .when(update({ name: 'Summer', tags: ['a'], description: null }))
      .thenNothing());

  it('rejects a campaign without a name', () =>
    given(campaignDecider, [created()])
      .when(update({ name: null }))
      .thenRejected('invalid', 'invalid_request'));

  it.each([{ starts_at: LATER }, { starts_at: LATER, ends_at: NOW }])('rejects an end before the start: %j', (fields) =>
    given(campaignDecider, [created({ ends_at: LATER })])
      .when(update(fields))
      .thenRejected('invalid', 'invalid_request'),
  );
});

/** The events that lead to each status. */
const PAST = {
  draft: [],
  active: ['CampaignStarted'],
  paused: ['CampaignStarted', 'CampaignPaused'],
  ended: ['CampaignStarted', 'CampaignEnded'],
} as const;

describe('switching a campaign', () => {
  it.each([
    ['StartCampaign', 'draft', 'CampaignStarted'],
    ['PauseCampaign', 'active', 'CampaignPaused'],
    ['ResumeCampaign', 'paused', 'CampaignResumed'],
    ['EndCampaign', 'active', 'CampaignEnded'],
    ['EndCampaign', 'paused', 'CampaignEnded'],
  ] as const)('by %s, when it is %s, records %s', (type, status, event) =>
    given(campaignDecider, [created(), ...PAST[status].map(plain)])
      .when(turn(type))
      .then([plain(event)]),
  );

  it.each([
    ['StartCampaign', 'paused'],
    ['StartCampaign', 'ended'],
    ['PauseCampaign', 'draft'],
    ['PauseCampaign', 'ended'],
    ['ResumeCampaign', 'draft'],
    ['ResumeCampaign', 'ended'],
    ['EndCampaign', 'draft'],
  ] as const)('by %s is rejected when it is %s', (type, status) =>
    given(campaignDecider, [created(), ...PAST[status].map(plain)])
      .when(turn(type))
      .thenRejected('conflict', 'invalid_state'),
  );

  it.each([
    ['StartCampaign', 'active'],
    ['PauseCampaign', 'paused'],
    ['ResumeCampaign', 'active'],
    ['EndCampaign', 'ended'],
  ] as const)('rejects a repeat of %s: it is %s already', (type, status) =>
    given(campaignDecider, [created(), ...PAST[status].map(plain)])
      .when(turn(type))
      .thenRejected('conflict', 'invalid_state'),
  );

  it.each([
    ['StartCampaign', 'draft'],
    ['ResumeCampaign', 'paused'],
  ] as const)('by %s is rejected from its end on', (type, status) =>
    given(campaignDecider, [created({ ends_at: NOW }), ...PAST[status].map(plain)])
      .when(turn(type))
      .thenRejected('conflict', 'invalid_state'),
  );
});

describe('the dates of a campaign', () => {
  it('start a draft', () =>
    given(campaignDecider, [created({ starts_at: NOW, ends_at: LATER })])
      .when(advance)
      .then([plain('CampaignStarted')]));

  it.each(['active', 'paused'] as const)('end one that is %s', (status) =>
    given(campaignDecider, [created({ ends_at: NOW }), ...PAST[status].map(plain)])
      .when(advance)
      .then([plain('CampaignEnded')]),
  );

  it('start and end a draft at once when both have passed', () =>
    given(campaignDecider, [created({ starts_at: BEFORE, ends_at: NOW })])
      .when(advance)
      .then([plain('CampaignStarted'), plain('CampaignEnded')]));

  it.each([
    ['a draft before its start', created({ starts_at: LATER }), []],
    ['a draft without a start, even after its end', created({ ends_at: BEFORE }), []],
    ['one that was started and paused by hand before its start', created({ starts_at: NOW }), PAST.paused],
    ['one that has ended', created({ ends_at: NOW }), PAST.ended],
    ['a deleted one', created({ starts_at: NOW }), ['CampaignDeleted']],
  ] as const)('leave %s as it is', (_, first, past) =>
    given(campaignDecider, [first, ...past.map(plain)])
      .when(advance)
      .thenNothing(),
  );
});

describe('deleting a campaign', () => {
  it('is recorded', () =>
    given(campaignDecider, [created()])
      .when(remove)
      .then([plain('CampaignDeleted')]));

  it('rejects a second deletion: a deleted campaign is not found', () =>
    given(campaignDecider, [created(), plain('CampaignDeleted')])
      .when(remove)
      .thenRejected('not-found', 'not_found'));

  it.each([update({ name: 'x' }), turn('StartCampaign')])('hides it from %j', (command) =>
    given(campaignDecider, [created(), plain('CampaignDeleted')])
      .when(command)
      .thenRejected('not-found', 'not_found'),
  );
});

describe('another workspace', () => {
  it.each([update({ name: 'x' }), turn('StartCampaign'), remove])('does not find it by %j', (command) => {
    const foreign = { ...command, data: { ...command.data, workspace_id: 'ws_other' } } as CampaignCommand;
    given(campaignDecider, [created()]).when(foreign).thenRejected('not-found', 'not_found');
  });
});

describe('purging a campaign', () => {
  const purge: CampaignCommand = { type: 'PurgeCampaign', data: { campaign_id: 'cmp_1', workspace_id: 'ws_1' } };

  it('is recorded once, of a deleted one, too', () => {
    for (const history of [[created()], [created(), plain('CampaignDeleted')]]) {
      given(campaignDecider, history)
        .when(purge)
        .then([plain('CampaignPurged')]);
      given(campaignDecider, [...history, plain('CampaignPurged')])
        .when(purge)
        .thenNothing();
    }
  });

  it('records nothing of an unknown campaign, or of another workspace', () => {
    given(campaignDecider, []).when(purge).thenNothing();
    given(campaignDecider, [created()], someMetadata({ workspace_id: 'ws_2' }))
      .when(purge)
      .thenNothing();
  });
});

function create(fields: object = {}): CampaignCommand {
  return { type: 'CreateCampaign', data: { campaign_id: 'cmp_1', workspace_id: 'ws_1', name: 'Summer', ...fields } };
}
function update(fields: object): CampaignCommand {
  return { type: 'UpdateCampaign', data: { campaign_id: 'cmp_1', workspace_id: 'ws_1', fields } };
}
function turn(type: SwitchCampaign['type']): SwitchCampaign {
  return { type, data: { campaign_id: 'cmp_1', workspace_id: 'ws_1', now: NOW } };
}
function created(fields: object = {}): CampaignEvent {
  return { type: 'CampaignCreated', data: { campaign_id: 'cmp_1', name: 'Summer', ...fields } };
}
function plain(type: Exclude<CampaignEvent['type'], 'CampaignCreated' | 'CampaignUpdated'>): CampaignEvent {
  return { type, data: { campaign_id: 'cmp_1' } };
}
