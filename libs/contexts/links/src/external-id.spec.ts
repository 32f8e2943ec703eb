import { fold } from '@kernel';
import { given, someMetadata } from '@kernel/testing';
import {
  type ClaimExternalId,
  type ExternalIdEvent,
  type ReleaseExternalId,
  externalIdDecider,
  externalIdStream,
} from './external-id';

describe('claiming an external id', () => {
  it('is open to the first link', () =>
    given(externalIdDecider, [])
      .when(claim('link_1', 'a'))
      .then([claimed('link_1', 'a')]));

  it('is open to further commands for the same link', () =>
    given(externalIdDecider, [claimed('link_1', 'a')])
      .when(claim('link_1', 'b'))
      .then([claimed('link_1', 'b')]));

  it('changes nothing when its command repeats it', () => {
    const both = [claimed('link_1', 'a'), claimed('link_1', 'b')];
    given(externalIdDecider, both).when(claim('link_1', 'a')).thenNothing();
    given(externalIdDecider, both)
      .when(claim('link_1', 'a', 2))
      .thenNothing();
    given(externalIdDecider, [...both, released('link_1', 'a')])
      .when(claim('link_1', 'a'))
      .then([claimed('link_1', 'a')]);
  });

  it('is closed to another link, and the state says which one has it', () => {
    given(externalIdDecider, [claimed('link_1', 'a')])
      .when(claim('link_2', 'b'))
      .thenNothing();
    expect(state([claimed('link_1', 'a')])).toMatchObject({ link_id: 'link_1', claimants: ['a'] });
  });

  it('replaces exactly the claim that was found to have ended', () => {
    const history = [claimed('link_1', 'a'), claimed('link_1', 'b')];
    given(externalIdDecider, history)
      .when(claim('link_2', 'c', 2))
      .then([claimed('link_2', 'c')]);
    given(externalIdDecider, history)
      .when(claim('link_2', 'c', 1))
      .thenNothing();
    expect(state([...history, claimed('link_2', 'c')])).toMatchObject({
      link_id: 'link_2',
      claimants: ['c'],
      claims: 3,
    });
  });

  it('counts the claims before those of its link', () => {
    const history = [claimed('link_1', 'a'), claimed('link_1', 'b')];
    expect(state(history)).toMatchObject({ claims: 2, since: 0 });
    expect(state([...history, claimed('link_2', 'c')])).toMatchObject({ claims: 3, since: 2 });
    expect(state([...history, claimed('link_2', 'c'), claimed('link_2', 'd')])).toMatchObject({ claims: 4, since: 2 });
  });
});

describe('releasing an external id', () => {
  it('takes back one command alone, and frees it after the last', () => {
    const both = [claimed('link_1', 'a'), claimed('link_1', 'b')];
    given(externalIdDecider, both)
      .when(release('link_1', 'b'))
      .then([released('link_1', 'b')]);
    expect(state([...both, released('link_1', 'b')])).toMatchObject({ link_id: 'link_1', claimants: ['a'] });
    expect(state([...both, released('link_1', 'b'), released('link_1', 'a')])).toMatchObject({ link_id: null });
  });

  it('changes nothing where the id is free, or held by another command or link', () => {
    given(externalIdDecider, []).when(release('link_1', 'a')).thenNothing();
    given(externalIdDecider, [claimed('link_1', 'a')])
      .when(release('link_1', 'b'))
      .thenNothing();
    given(externalIdDecider, [claimed('link_2', 'a')])
      .when(release('link_1', 'a'))
      .thenNothing();
  });
});

it('an external id has one stream in each workspace, whose name does not disclose it', () => {
  const digest = (text: string) => `<${text.length}>`;
  expect(externalIdStream('ws_1', 'cms-4711', digest)).toBe('external-<13>');
});

const claimed = (link_id: string, claimant: string): ExternalIdEvent => ({
  type: 'ExternalIdClaimed',
  data: { external_id: 'cms-1', link_id, claimant },
});
const released = (link_id: string, claimant: string): ExternalIdEvent => ({
  type: 'ExternalIdReleased',
  data: { link_id, claimant },
});
const named = (link_id: string, claimant: string) => ({
  external_id: 'cms-1',
  workspace_id: 'ws_1',
  link_id,
  claimant,
});
const claim = (link_id: string, claimant: string, over?: number): ClaimExternalId => ({
  type: 'ClaimExternalId',
  data: { ...named(link_id, claimant), over },
});
const release = (link_id: string, claimant: string): ReleaseExternalId => ({
  type: 'ReleaseExternalId',
  data: named(link_id, claimant),
});
const state = (events: readonly ExternalIdEvent[]) =>
  fold(
    externalIdDecider,
    externalIdDecider.initialState,
    events.map((event) => ({ event, metadata: someMetadata() })),
  );
