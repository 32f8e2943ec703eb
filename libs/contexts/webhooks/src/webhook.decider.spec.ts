import { fold } from '@kernel';
import { given, someMetadata, someRecorded } from '@kernel/testing';
import { everything } from './filters';
import { type WebhookEvent, statusOf } from './webhook';
import { type WebhookCommand, type WebhookEdit, webhookDecider } from './webhook.decider';
import { type WebhookRow, webhookList } from './webhook-list/webhook-list.projection';

const id = { webhook_id: 'whk_1' } as const;
const named = { ...id, workspace_id: 'ws_1' } as const;
const fields = { url: 'https://hooks.example/a', events: ['link.*'] } as const;
const CREATED_AT = someMetadata().at;

const create: WebhookCommand = { type: 'CreateWebhook', data: { ...named, ...fields } };
const created: WebhookEvent = { type: 'WebhookCreated', data: { ...id, ...fields } };
const enable: WebhookCommand = { type: 'EnableWebhook', data: named };
const enabled: WebhookEvent = { type: 'WebhookEnabled', data: id };
const disabled: WebhookEvent = { type: 'WebhookDisabled', data: { ...id, reason: 'failures' } };
const rotate: WebhookCommand = { type: 'RotateWebhookSecret', data: named };
const rotated: WebhookEvent = { type: 'WebhookSecretRotated', data: id };
const remove: WebhookCommand = { type: 'DeleteWebhook', data: named };
const deleted: WebhookEvent = { type: 'WebhookDeleted', data: id };
const paused = updated({ active: { from: true, to: false } });

describe('creating a webhook', () => {
  it('records what was sent', () => given(webhookDecider, []).when(create).then([created]));

  it('leaves the rest at its defaults: nothing is filtered, and it delivers', () =>
    expect(folded(created)).toMatchObject({ ...fields, description: null, filters: everything, active: true }));

  it('rejects a repeat: the webhook exists already', () =>
    given(webhookDecider, [created]).when(create).thenRejected('conflict', 'conflict'));
});

describe('changing a webhook', () => {
  it('records only the fields that differ', () =>
    given(webhookDecider, [created])
      .when(update({ url: 'https://hooks.example/b', events: ['link.*'], description: null }))
      .then([updated({ url: { from: fields.url, to: 'https://hooks.example/b' } })]));

  it('changes nothing when it is repeated', () =>
    given(webhookDecider, [created, updated({ url: { from: fields.url, to: 'https://hooks.example/b' } })])
      .when(update({ url: 'https://hooks.example/b' }))
      .thenNothing());

  it('merges filters: absent ones stay, null clears one or all', () => {
    const some = { ...everything, tags: ['a'], link_ids: ['link_1'], include_bots: true };
    const filtered = updated({ filters: { from: everything, to: some } });
    given(webhookDecider, [created])
      .when(update({ filters: { tags: ['a'], link_ids: ['link_1'], include_bots: true } }))
      .then([filtered]);
    given(webhookDecider, [created, filtered])
      .when(update({ filters: { link_ids: null, include_bots: undefined } }))
      .then([updated({ filters: { from: some, to: { ...some, link_ids: [] } } })]);
    given(webhookDecider, [created, filtered])
      .when(update({ filters: null }))
      .then([updated({ filters: { from: some, to: everything } })]);
  });

  it('takes a cleared field for its default', () =>
    given(webhookDecider, [created, paused])
      .when(update({ active: null, description: null }))
      .then([updated({ active: { from: false, to: true } })]));

  it('pauses and resumes it', () => {
    given(webhookDecider, [created])
      .when(update({ active: false }))
      .then([paused]);
    expect(statusAfter(created, paused)).toBe('paused');
    expect(statusAfter(created, paused, updated({ active: { from: false, to: true } }))).toBe('active');
  });

  it('does not enable a disabled one', () =>
    expect(statusAfter(created, disabled, paused, updated({ active: { from: false, to: true } }))).toBe('disabled'));
});

describe('disabling a webhook', () => {
  it('is recorded with its reason', () => {
    given(webhookDecider, [created]).when(disable(CREATED_AT)).then([disabled]);
    expect(folded(created, disabled)).toMatchObject({ disabled_at: CREATED_AT, disabled_reason: 'failures' });
  });

  it.each([
    ['unknown', []],
    ['disabled', [created, disabled]],
    ['deleted', [created, deleted]],
  ] as [string, WebhookEvent[]][])('changes nothing of one that is %s', (_, history) =>
    given(webhookDecider, history).when(disable(CREATED_AT)).thenNothing(),
  );

  it('does not disable one that was enabled since its deliveries failed', () =>
    given(webhookDecider, [created]).when(disable('2025-12-31T00:00:00.000Z')).thenNothing());
});

describe('enabling a webhook', () => {
  it('makes it deliver again, whether it was disabled or paused', () => {
    for (const history of [[disabled], [paused], [paused, disabled]]) {
      given(webhookDecider, [created, ...history])
        .when(enable)
        .then([enabled]);
      expect(folded(created, ...history, enabled)).toMatchObject({
        active: true,
        disabled_at: null,
        disabled_reason: null,
      });
    }
  });

  it('changes nothing of one that delivers', () => {
    given(webhookDecider, [created]).when(enable).thenNothing();
    given(webhookDecider, [created, disabled, enabled]).when(enable).thenNothing();
  });
});

describe('clicks are a webhook’s', () => {
  const at = (minute: number) => `2026-11-22T10:0${minute}:00.000Z`;
  const since = (...events: readonly (readonly [WebhookEvent, number])[]) =>
    fold(
      webhookDecider,
      null,
      events.map(([event, minute]) => ({ event, metadata: someMetadata({ at: at(minute) }) })),
    )?.clicks_since;
  const events = (...names: string[]) => updated({ events: { from: [], to: names } });
  const clicked: WebhookEvent = { type: 'WebhookCreated', data: { ...id, ...fields, events: ['link.clicked'] } };

  it('from its creation on, or from when it subscribes to them', () => {
    expect(since([clicked, 1])).toBe(at(1));
    expect(since([created, 1])).toBeNull();
    expect(since([created, 1], [events('link.*', 'link.clicks'), 2])).toBe(at(2));
  });

  it('until it unsubscribes, whatever else is edited', () => {
    expect(since([clicked, 1], [updated({ url: { from: 'a', to: 'b' } }), 2], [events('link.clicks'), 3])).toBe(at(1));
    expect(since([clicked, 1], [events('link.*'), 2])).toBeNull();
    expect(since([clicked, 1], [events('link.*'), 2], [events('link.clicked'), 3])).toBe(at(3));
  });

  it('anew from when it is resumed or enabled', () => {
    expect(since([clicked, 1], [paused, 2])).toBe(at(1));
    expect(since([clicked, 1], [paused, 2], [updated({ active: { from: false, to: true } }), 3])).toBe(at(3));
    expect(since([clicked, 1], [disabled, 2], [enabled, 3])).toBe(at(3));
    expect(since([created, 1], [disabled, 2], [enabled, 3])).toBeNull();
  });
});

describe('a webhook', () => {
  it('gets another secret with each rotation, which no event has', () => {
    given(webhookDecider, [created]).when(rotate).then([rotated]);
    given(webhookDecider, [created, rotated]).when(rotate).then([rotated]);
    expect(folded(created, rotated)).toMatchObject({ secret_since: CREATED_AT });
  });

  it('is deleted once; rejects a second deletion: a deleted webhook is not found', () => {
    given(webhookDecider, [created]).when(remove).then([deleted]);
    given(webhookDecider, [created, deleted]).when(remove).thenRejected('not-found', 'not_found');
  });

  it('is purged once, with its workspace alone', () => {
    const purge: WebhookCommand = { type: 'PurgeWebhook', data: named };
    const purged: WebhookEvent = { type: 'WebhookPurged', data: id };
    for (const history of [[created], [created, deleted]]) {
      given(webhookDecider, history).when(purge).then([purged]);
      given(webhookDecider, [...history, purged])
        .when(purge)
        .thenNothing();
    }
    given(webhookDecider, [created], elsewhere).when(purge).thenNothing();
    given(webhookDecider, []).when(purge).thenNothing();
  });

  it.each([update({ url: 'https://hooks.example/b' }), enable, rotate, remove])(
    'of another workspace is as unknown as a deleted one to %j',
    (command) => {
      given(webhookDecider, []).when(command).thenRejected('not-found', 'not_found');
      given(webhookDecider, [created, deleted]).when(command).thenRejected('not-found', 'not_found');
      given(webhookDecider, [created], elsewhere).when(command).thenRejected('not-found', 'not_found');
    },
  );
});

describe('the version of a webhook', () => {
  it('is that of its last edit: being disabled does not change it', () => {
    const rows = [created, paused, disabled, enabled, rotated, disabled].reduce<WebhookRow[]>(
      (sofar, event, at) => [
        ...sofar,
        webhookList.evolve(sofar.at(-1) ?? null, someRecorded(event, at), 'whk_1') as WebhookRow,
      ],
      [],
    );
    expect(rows.map(({ revision }) => revision)).toEqual(['0', '1', '1', '3', '4', '4']);
  });
});

const elsewhere = someMetadata({ workspace_id: 'ws_2' });
function update(edit: WebhookEdit): WebhookCommand {
  return { type: 'UpdateWebhook', data: { ...named, fields: edit } };
}
const disable = (enabled_at: string): WebhookCommand => ({
  type: 'DisableWebhook',
  data: { ...named, reason: 'failures', enabled_at },
});
function updated(changes: object): WebhookEvent {
  return { type: 'WebhookUpdated', data: { webhook_id: 'whk_1', changes } };
}
const folded = (...events: WebhookEvent[]) =>
  fold(
    webhookDecider,
    null,
    events.map((event) => ({ event, metadata: someMetadata() })),
  );
const statusAfter = (...events: WebhookEvent[]) => {
  const webhook = folded(...events);
  return webhook && statusOf(webhook);
};
