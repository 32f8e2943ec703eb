import { eventually } from '../../support/programs';
import { entriesAt, typesOf } from '../support/history';
import { expectProblem } from '../support/problems';
import type { Campaign } from '../support/records';
import { useWorkspace } from '../support/workspace';

const VERBS = ['start', 'pause', 'resume', 'end'] as const;
type Verb = (typeof VERBS)[number];

/** How each status is reached, and what is allowed there. */
const STATES: readonly (readonly [status: string, past: readonly Verb[], allowed: Partial<Record<Verb, string>>])[] = [
  ['draft', [], { start: 'active' }],
  ['active', ['start'], { pause: 'paused', end: 'ended' }],
  ['paused', ['start', 'pause'], { resume: 'active', end: 'ended' }],
  ['ended', ['start', 'end'], {}],
];

describe('the status of a campaign', () => {
  const workspace = useWorkspace();
  const turn = (id: string, verb: Verb, headers = {}) =>
    workspace.post<Campaign>(`/v1/campaigns/${id}/${verb}`, undefined, headers);
  const made = async (past: readonly Verb[], fields = {}) => {
    const campaign = await workspace.createCampaign(fields);
    for (const verb of past) await turn(campaign.id, verb);
    return campaign.id;
  };

  it.each(STATES)('%s: only the contract’s transitions are allowed', async (status, past, allowed) => {
    for (const verb of VERBS) {
      const id = await made(past);
      const answer = await turn(id, verb);
      if (allowed[verb]) expect([verb, answer.status, answer.body.status]).toEqual([verb, 200, allowed[verb]]);
      else expectProblem(answer, 409, 'invalid_state');
      const read = await workspace.get<Campaign>(`/v1/campaigns/${id}`);
      expect(read.body.status).toBe(allowed[verb] ?? status);
    }
  });

  it('changes only where the version matches, and once under one Idempotency-Key', async () => {
    const id = await made([]);
    expectProblem(await turn(id, 'start', { 'if-match': '"7"' }), 412, 'revision_mismatch');
    const first = await turn(id, 'start', { 'if-match': '"0"', 'idempotency-key': 'start-once' });
    const second = await turn(id, 'start', { 'if-match': '"0"', 'idempotency-key': 'start-once' });
    expect([first.status, second.text]).toEqual([200, first.text]);
  });

  it('follows its dates, by the scheduler', async () => {
    const past = { starts_at: '2020-01-01T00:00:00.000Z' };
    const [started, ended] = [await made([], past), await made([], { ...past, ends_at: '2020-02-01T00:00:00.000Z' })];
    const types = async (id: string) => typesOf(await entriesAt(workspace, `/v1/campaigns/${id}/history`));
    await eventually(async () => {
      expect(await types(started)).toEqual(['campaign.created', 'campaign.started']);
      expect(await types(ended)).toEqual(['campaign.created', 'campaign.started', 'campaign.ended']);
    });
    const [, entry] = await entriesAt(workspace, `/v1/campaigns/${started}/history`);
    expect(entry?.actor).toEqual({ type: 'system', id: 'scheduler' });
    // The history is read from the events, and the record from the read model.
    await eventually(async () =>
      expect((await workspace.get<Campaign>(`/v1/campaigns/${ended}`)).body.status).toBe('ended'),
    );
  });

  it('cannot be resumed or started after its end', async () => {
    const ends_at = new Date(Date.now() - 1).toISOString();
    expectProblem(await turn(await made([], { ends_at }), 'start'), 409, 'invalid_state');
  });
});
