import { type Recorded, commandHandler, fold } from '@kernel';
import { type LinkEvent, linkDecider } from '@contexts/links';
import { uuidOf } from '@platform/commands';
import { MemoryEventStore } from '@platform/event-store';
import type { Caller } from '../caller';
import type { CommandSender, Send } from '../commands';
import type { ExternalIds } from './external-ids';
import type { LinkAliases } from './link-aliases';
import { LinkCommands, isNew } from './link.commands';
import type { LinkDomains } from './link-domains';
import type { LinkPolicy } from './link.policy';
import type { LinkQueries } from './link.queries';

const WANTED = { destination_url: 'https://example.com/', find_if_exists: true } as const;

describe('a creation with find_if_exists, repeated under its command id', () => {
  it('says that it made the link, where the first answer was lost and the link is found by then', async () => {
    const { commands, loseNextAnswer } = fakes();
    loseNextAnswer();
    await expect(commands.create(WANTED, caller('a'))).rejects.toThrow('the answer was lost');
    const repeated = await commands.create(WANTED, { ...caller('a'), firstAttempt: false });
    expect(isNew(repeated)).toBe(true);
    const other = await commands.create(WANTED, { ...caller('b'), firstAttempt: false });
    expect([isNew(other), other.state.id]).toEqual([false, repeated.state.id]);
  });

  it('says that it found the link, where another command made it', async () => {
    const { commands } = fakes();
    const made = await commands.create({ ...WANTED, alias: 'by-hand' }, caller('a'));
    for (const firstAttempt of [true, false]) {
      const found = await commands.create(WANTED, { ...caller('b'), firstAttempt });
      expect([isNew(found), found.state.id]).toEqual([false, made.state.id]);
    }
  });
});

describe('a PUT by external id, repeated under its command id', () => {
  it('says that it made the link, where the first answer was lost and the link is found by then', async () => {
    const { commands, loseNextAnswer } = fakes();
    const put = (who: Caller) => commands.put('cms-1', { destination_url: 'https://example.com/', title: 'x' }, who);
    loseNextAnswer();
    await expect(put(caller('a'))).rejects.toThrow('the answer was lost');
    expect(isNew(await put({ ...caller('a'), firstAttempt: false }))).toBe(true);
    expect(isNew(await put(caller('b')))).toBe(false);
  });
});

const caller = (commandId: string): Caller => ({
  commandId,
  firstAttempt: true,
  now: '2026-01-02T00:00:00.000Z',
  requestId: 'req_1',
  secretBytes: () => new Uint8Array(),
  subject: { workspaceId: 'ws_1', actor: { type: 'user', id: 'usr_1' } } as Caller['subject'],
});

/** Streams in memory, and a read model of the last link that was made. */
const fakes = () => {
  const store = new MemoryEventStore();
  const handle = commandHandler(linkDecider, { store, uuid: uuidOf });
  let [last, isLost] = ['', false];
  const sender = {
    send: async (send: Send) => {
      const outcome = await handle(send as never);
      last = send.stream;
      if (!isLost) return { ...outcome, pending: [] };
      isLost = false;
      throw new Error('the answer was lost');
    },
  };
  const listed = async () => {
    const events = (await store.read(last)) as readonly Recorded<LinkEvent>[];
    const link = fold(linkDecider, linkDecider.initialState, events);
    return link && { ...link, revision: `${events.length - 1}` };
  };
  const queries = { identical: listed, byExternalId: listed };
  const commands = new LinkCommands(
    sender as unknown as CommandSender,
    queries as unknown as LinkQueries,
    { homeOf: () => ({ domain_id: null, domain: 'go.example.com' }) } as unknown as LinkDomains,
    {
      prepare: async () => undefined,
      problemsOfNew: () => [],
      problemsOfChange: () => [],
    } as unknown as LinkPolicy,
    { of: () => 'derived' } as unknown as LinkAliases,
    { giving: (_: unknown, __: unknown, ___: unknown, act: () => unknown) => act() } as unknown as ExternalIds,
  );
  return { commands, loseNextAnswer: () => (isLost = true) };
};
