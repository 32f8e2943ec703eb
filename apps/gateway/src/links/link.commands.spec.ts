import { type Recorded, StoreUnavailable, categoryOf, commandHandler, fold } from '@kernel';
import { type Link, type LinkEvent, externalIdDecider, linkDecider } from '@contexts/links';
import { uuidOf } from '@platform/commands';
import { MemoryEventStore } from '@platform/event-store';
import type { Caller } from '../caller';
import type { CommandSender, Send } from '../commands';
import { ExternalIds } from './external-ids';
import type { LinkAliases } from './link-aliases';
import { LinkCommands, isNew } from './link.commands';
import type { LinkDomains } from './link-domains';
import type { LinkPolicy } from './link.policy';
import type { LinkQueries } from './link.queries';

const mockHashing = { under: 0, most: 0, ended: 0 };
jest.mock('@platform/passwords', () => ({
  hashPassword: async (password: string) => {
    mockHashing.most = Math.max(mockHashing.most, (mockHashing.under += 1));
    // Long enough for others to begin in later turns, as on a busy machine.
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    mockHashing.under -= 1;
    mockHashing.ended += 1;
    return `hash of ${password}`;
  },
}));

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

describe('an external id that moves from link to link', () => {
  const moved = async (moves: number) => {
    const product = withExternalIds();
    for (let move = 0; move < moves; move += 1) {
      const { state } = await product.put(`put-${move}`);
      await product.commands.update(state.id, { external_id: `day-${move}` }, caller(`move-${move}`));
    }
    product.sent.length = 0;
    return product;
  };

  it('takes its next link as few commands as its second one', async () => {
    const { put, sent } = await moved(30);
    expect(isNew(await put('next'))).toBe(true);
    expect(sent).toEqual(['ClaimExternalId', 'ClaimExternalId', 'CreateLink']);
  });

  it('makes one link for racers', async () => {
    const { put, links } = await moved(3);
    const racers = await Promise.all(['a', 'b', 'c', 'd'].map((racer) => put(racer)));
    expect(new Set(racers.map(({ state }) => state.id)).size).toBe(1);
    expect(racers.filter(isNew)).toHaveLength(1);
    expect(links.size).toBe(4);
  });

  it('has the link of a command that was cut after its claim, and gives that to every caller', async () => {
    for (const next of ['cut', 'other']) {
      const { put, failNext, links } = await moved(3);
      failNext('CreateLink');
      await expect(put('cut')).rejects.toThrow('cut');
      const { state } = await put(next);
      expect([isNew(await put('cut')), links.size]).toEqual([next === 'cut', 4]);
      expect(links.get(state.id)).toMatchObject({ external_id: 'cms-1' });
    }
  });

  it('has the link of a command whose answer was lost, though that has another id by then', async () => {
    const { put, commands, links } = await moved(3);
    const made = await put('lost');
    await commands.update(made.state.id, { external_id: 'day-3' }, caller('move-3'));
    const repeated = await put('lost');
    expect([repeated.state.id, isNew(repeated), links.size]).toEqual([made.state.id, true, 4]);
  });
});

describe('passwords of links', () => {
  beforeEach(() => Object.assign(mockHashing, { most: 0, ended: 0 }));

  const creating = () => {
    const { commands } = fakes();
    return (workspaceId: string, nth: number) => {
      const own = caller(`${workspaceId} ${nth}`);
      const body = { destination_url: 'https://example.com/', alias: `${workspaceId}-${nth}`, password: 'open sesame' };
      return commands.create(body, { ...own, subject: { ...own.subject, workspaceId } });
    };
  };

  it('leave their thread to those who log in, and each workspace its turns', async () => {
    const create = creating();
    const flood = Array.from({ length: 100 }, (_, nth) => create('ws_1', nth));
    await create('ws_2', 0);
    expect(mockHashing.ended).toBeLessThan(20);
    await Promise.all(flood);
    expect(mockHashing.ended).toBe(101);
    expect(mockHashing.most).toBeLessThan(5);
  });

  it('are refused beyond those that may wait, so that a repeat completes the call', async () => {
    const create = creating();
    const ends = await Promise.allSettled(Array.from({ length: 200 }, (_, nth) => create('ws_1', nth)));
    const refusals = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
    expect(refusals.length).toBeGreaterThan(0);
    for (const refusal of refusals) expect(refusal).toBeInstanceOf(StoreUnavailable);
    expect(mockHashing.ended).toBe(200 - refusals.length);
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
  const externalIds = {
    firstAlias: async () => 0,
    withExternalId: (_: unknown, __: unknown, ___: unknown, act: () => unknown) => act(),
  };
  const commands = linkCommands(sender, queries, externalIds as unknown as ExternalIds);
  return { commands, loseNextAnswer: () => (isLost = true) };
};

/** Streams in memory, those of external ids too, and a read model that is never behind. */
const withExternalIds = () => {
  const store = new MemoryEventStore();
  const handlers = {
    link: commandHandler(linkDecider, { store, uuid: uuidOf }),
    external: commandHandler(externalIdDecider, { store, uuid: uuidOf }),
  };
  const links = new Map<string, Link>();
  const sent: string[] = [];
  let failing = '';
  const sender = {
    send: async (send: Send) => {
      sent.push(send.command.type);
      if (send.command.type === failing) {
        failing = '';
        throw new Error('cut');
      }
      const handle = handlers[categoryOf(send.stream) as keyof typeof handlers];
      const outcome = await handle(send as never);
      const events = (await store.read(send.stream)) as readonly Recorded<LinkEvent>[];
      const link = fold(linkDecider, linkDecider.initialState, events);
      if (link) links.set(link.id, link);
      return { ...outcome, pending: [] };
    },
  };
  const queries = {
    find: async (_: string, id: string) => links.get(id) ?? null,
    byExternalId: async (_: string, id: string) =>
      [...links.values()].find(({ external_id }) => external_id === id) ?? null,
  };
  const externalIds = new ExternalIds(sender as unknown as CommandSender, queries as unknown as LinkQueries, store);
  const commands = linkCommands(sender, queries, externalIds);
  const put = (commandId: string) =>
    commands.put('cms-1', { destination_url: 'https://example.com/' }, { ...caller(commandId), firstAttempt: false });
  return { commands, put, sent, links, failNext: (type: string) => (failing = type) };
};

const linkCommands = (sender: object, queries: object, externalIds: ExternalIds) =>
  new LinkCommands(
    sender as CommandSender,
    queries as LinkQueries,
    { homeOf: () => ({ domain_id: null, domain: 'go.example.com' }) } as unknown as LinkDomains,
    {
      prepare: async () => undefined,
      problemsOfNew: () => [],
      problemsOfChange: () => [],
    } as unknown as LinkPolicy,
    { of: (_: unknown, __: unknown, attempt: number) => `derived-${attempt}` } as unknown as LinkAliases,
    externalIds,
  );
