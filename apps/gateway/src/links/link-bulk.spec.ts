import { EventStoreMismatch, Rejection, StoreUnavailable, lostRace } from '@kernel';
import type { Link } from '@contexts/links';
import type { Log } from '@platform/read-store';
import type { Caller } from '../caller';
import type { Commands, Sent } from '../commands';
import type { GatewayConfig } from '../core.module';
import { BulkTurns } from './bulk-turns';
import { LinkBulk } from './link-bulk';
import { type LinkChange, type LinkItems, callerOf } from './link-items';
import type { LinkPresenter } from './link.presenter';
import type { LinkQueries } from './link.queries';

const DOWN = new StoreUnavailable('no answer');
const TAKEN = new Rejection('conflict', 'alias_taken', 'taken', {}, [{ location: 'body.alias', message: 'is taken' }]);
const three = ['link_a', 'link_b', 'link_c'].map((id) => ({ id }));
const hundred = Array.from({ length: 100 }, (_, n) => ({ alias: `a${n}` }));

describe('a bulk call', () => {
  it('awaits the effects of its items once, up to the last position', async () => {
    const { bulk, awaited } = fakes(async (n) => sent(BigInt(100 - n)));
    const { data, open, position } = await bulk.handle('create', hundred, caller);
    expect([awaited, open, position]).toEqual([[100n], [], 100n]);
    expect(data.map(({ status }) => status)).toEqual(Array(100).fill(201));
  });

  it('gives each item a command id of its own, the same in a repeat', async () => {
    const { bulk, commandIds } = fakes(async () => sent(1n));
    await bulk.handle('create', hundred, caller);
    await bulk.handle('create', hundred, caller);
    expect(new Set(commandIds).size).toBe(100);
    expect(commandIds.slice(100)).toEqual(commandIds.slice(0, 100));
  });

  it.each(['restore', 'disable', 'enable', 'archive', 'unarchive'] as const)(
    'answers each item of %s with its link and the clicks of it, or with its fault',
    async (change) => {
      const { bulk, begun, changes, commandIds } = fakes(async (n) => {
        if (n === 1) throw new Rejection('not-found', 'not_found', 'No such link.');
        return switched(BigInt(n));
      });
      const { data, open } = await bulk.handle(change, three, caller);
      expect([begun, changes, open]).toEqual([three, [change, change, change], []]);
      expect(commandIds).toEqual(three.map((_, index) => callerOf(caller, index).commandId));
      expect(data).toEqual([
        { index: 0, status: 200, link: { id: 'link_0', clicks: 7 } },
        { index: 1, status: 404, error: expect.objectContaining({ code: 'not_found' }) },
        { index: 2, status: 200, link: { id: 'link_2', clicks: 7 } },
      ]);
    },
  );

  it('answers each item of delete without its link', async () => {
    const { bulk, changes } = fakes(async () => switched(1n));
    const { data } = await bulk.handle('delete', three, caller);
    expect(changes).toEqual(['delete', 'delete', 'delete']);
    expect(data).toEqual([0, 1, 2].map((index) => ({ index, status: 204 })));
  });

  it('handles items about one link in their order, and others at the same time', async () => {
    const { bulk, most } = counting();
    const same = Array.from({ length: 5 }, () => ({ id: 'link_same' }));
    await bulk.handle('disable', same, caller);
    expect(most()).toBe(1);
    await bulk.handle('disable', three, caller);
    expect(most()).toBe(3);
  });

  it.each([
    ['all of its 100 items under way', {}, 100],
    ['16 that are looked for in the database', { external_id: 'x' }, 16],
    ['one with a password to be hashed', { password: 'open sesame' }, 1],
  ])('has at most %s', async (_, fields, expected) => {
    const { bulk, most } = counting();
    const own = (value: string, index: number) => (value === 'x' ? `${value}${index}` : value);
    const items = hundred.map((item, index) => ({
      ...item,
      ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, own(value, index)])),
    }));
    await bulk.handle('create', items, caller);
    expect(most()).toBe(expected);
  });

  it('shares what is under way with the other calls of its workspace, and leaves other workspaces their turns', async () => {
    const { bulk, most } = counting();
    const calls = ['x', 'y', 'z'].map((name) => hundred.map((_, n) => ({ id: `link_${name}${n}` })));
    await Promise.all(calls.map((items) => bulk.handle('disable', items, caller)));
    expect(most()).toBe(16);
    const other = { ...caller, subject: { ...caller.subject, workspaceId: 'ws_2' } };
    await Promise.all(calls.map((items, n) => bulk.handle('disable', items, n === 0 ? other : caller)));
    expect(most()).toBe(32);
  });

  it('begins none of the items that wait for another call, either, once a store has failed', async () => {
    const { bulk, begun } = fakes(() => Promise.reject(DOWN));
    const calls = [0, 1, 2].map(() => bulk.handle('disable', three, caller));
    const many = bulk.handle(
      'disable',
      hundred.map((_, n) => ({ id: `link_${n}` })),
      caller,
    );
    for (const call of [...calls, many]) await expect(call).rejects.toBe(DOWN);
    expect(begun.length).toBe(16);
  });

  it('goes on where a store has failed for another workspace', async () => {
    const turns = new BulkTurns();
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const going = fakes(async (n) => (await gate, switched(BigInt(n))), turns);
    const other = { ...caller, subject: { ...caller.subject, workspaceId: 'ws_2' } };
    const links = hundred.map((_, n) => ({ id: `link_${n}` }));
    const calls = [0, 1].map(() => going.bulk.handle('disable', links, other));
    await expect(fakes(() => Promise.reject(DOWN), turns).bulk.handle('disable', three, caller)).rejects.toBe(DOWN);
    open();
    const answers = await Promise.all(calls);
    expect(answers.map(({ open: left }) => left)).toEqual([[], []]);
  });

  it.each([
    ['one by one where one of them looks for it', true, 1],
    ['at once where none does', undefined, 2],
  ])('handles items of one destination %s', async (_, find_if_exists, expected) => {
    const { bulk, most } = counting();
    const [destination_url, same] = ['https://example.com/', 'https://EXAMPLE.com'];
    await bulk.handle('create', [{ destination_url }, { destination_url: same, find_if_exists }], caller);
    expect(most()).toBe(expected);
  });

  it('begins no further item once a store has failed, and says which were hit and may be repeated', async () => {
    const { bulk, begun, warnings } = fakes(async (n) => {
      if (n === 3) throw TAKEN;
      if (n === 20) throw DOWN;
      return sent(BigInt(n));
    });
    const lookedFor = hundred.map((item, n) => ({ ...item, external_id: `x${n}` }));
    const { data, open } = await bulk.handle('create', lookedFor, caller);
    expect(open).toEqual(data.flatMap(({ index, status }) => (status === 503 ? [index] : [])));
    expect(begun.length).toBeLessThan(100);
    expect(data.filter(({ status }) => status === 201).length).toBe(begun.length - 2);
    expect(data[3]).toMatchObject({ status: 409, error: { errors: [{ location: 'body[3].alias' }] } });
    expect(data[99]).toMatchObject({ status: 503, error: { code: 'unavailable', request_id: 'req_1' } });
    expect(warnings).toEqual([expect.objectContaining({ err: DOWN, items: 100 - begun.length + 1 })]);
  });

  it('may be repeated where an item lost its races, and not where one was refused for good', async () => {
    const handled = (error: Error) =>
      fakes((n) => (n === 1 ? Promise.reject(error) : Promise.resolve(sent(1n)))).bulk.handle(
        'create',
        hundred.slice(0, 3),
        caller,
      );
    const answers = [await handled(lostRace()), await handled(TAKEN)];
    expect(answers.map(({ open }) => open)).toEqual([[1], []]);
    expect(answers.map(({ data }) => data[1]?.status)).toEqual([409, 409]);
  });

  it('is completed by its repeat: what was answered stays as it was, and what it did is awaited', async () => {
    const first = fakes((n) => (n === 1 ? Promise.reject(lostRace()) : Promise.resolve(sent(BigInt(n)))));
    const items = hundred.slice(0, 3);
    const { data, open, position } = await first.bulk.handle('create', items, caller);
    const again = fakes(async () => sent(1n));
    const earlier = { open, position: String(position), body: JSON.parse(JSON.stringify({ data })) };
    const answer = await again.bulk.handle('create', items, { ...caller, firstAttempt: false }, earlier);
    expect(again.begun).toEqual([items[1]]);
    expect(again.commandIds).toEqual([first.commandIds[1]]);
    expect(again.awaited).toEqual([2n]);
    expect(answer).toMatchObject({ open: [], position: 2n });
    expect(answer.data.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect([answer.data[0], answer.data[2]]).toEqual([data[0], data[2]]);
  });

  it.each([
    ['an outage', DOWN],
    ['another event store', new EventStoreMismatch('another store')],
  ])('fails as a whole if every item met %s', async (_, error) => {
    const { bulk } = fakes(() => Promise.reject(error));
    await expect(bulk.handle('create', hundred, caller)).rejects.toBe(error);
  });

  it('tells nothing of the cause of an internal error, and goes on', async () => {
    const { bulk } = fakes((n) => (n === 1 ? Promise.reject(new TypeError('a secret')) : Promise.resolve(sent(1n))));
    const answer = await bulk.handle('create', hundred.slice(0, 3), caller);
    expect([answer.open, answer.data.map(({ status }) => status)]).toEqual([[1], [201, 500, 201]]);
    expect(JSON.stringify(answer.data)).not.toContain('secret');
  });

  it('lets others have their turns while its items are judged', async () => {
    const judged = fakes(async () => {
      const began = performance.now();
      while (performance.now() - began < 3);
      return sent(1n);
    });
    let [turns, isOver] = [0, false];
    const others = (): void => void (isOver || ((turns += 1), setImmediate(others)));
    others();
    await judged.bulk.handle('create', hundred, caller);
    isOver = true;
    expect(turns).toBeGreaterThan(10);
  });

  it('waits for what an item before did, where an item is looked for in the read model', async () => {
    const { bulk, awaited } = fakes(async (n) => sent(BigInt(n)));
    const destination_url = 'https://example.com/';
    const same = { destination_url, find_if_exists: true };
    await bulk.handle('create', [{ destination_url }, same, same, same], caller);
    expect(awaited).toEqual([0n, 1n, 2n, 3n]);
  });
});

const caller = { commandId: 'c', requestId: 'req_1', now: '', subject: { workspaceId: 'ws_1' } } as unknown as Caller;

const sent = (position: bigint): Sent<Link> => ({
  state: { id: `link_${position}` } as Link,
  revision: 0n,
  position,
  events: [{ type: 'LinkCreated', data: {} }],
  repeated: false,
  pending: [],
});

const switched = (position: bigint): Sent<Link> => ({
  ...sent(position),
  events: [{ type: 'LinkDisabled', data: { link_id: `link_${position}` } }],
});

/** Says how many items were under way at the most. */
const counting = () => {
  let [under, most] = [0, 0];
  const { bulk } = fakes(async () => {
    most = Math.max(most, (under += 1));
    // Long enough for others to begin in later turns, as on a busy machine.
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    under -= 1;
    return sent(1n);
  });
  return { bulk, most: () => most };
};

/** @param outcome of the item that begins as the nth */
const fakes = (outcome: (nth: number) => Promise<Sent<Link>>, turns = new BulkTurns()) => {
  const [begun, commandIds, awaited, warnings]: [unknown[], string[], bigint[], unknown[]] = [[], [], [], []];
  const changes: LinkChange[] = [];
  const create = (item: unknown, { commandId }: Caller) => {
    commandIds.push(commandId);
    return outcome(begun.push(item) - 1);
  };
  const change = (what: LinkChange, item: unknown, own: Caller) => {
    changes.push(what);
    return create(item, own);
  };
  const items = { create, change } as unknown as LinkItems;
  const commands = {
    awaitEffects: async (_: string, position: bigint) => (awaited.push(position), []),
  } as unknown as Commands;
  const countersOf = async (_: string, ids: readonly string[]) => new Map(ids.map((id) => [id, { clicks: 7 }]));
  const queries = { countersOf } as unknown as LinkQueries;
  const present = ({ id }: Link, { clicks }: { readonly clicks: number }) => ({ id, clicks });
  const presenter = { present } as unknown as LinkPresenter;
  const logger = { warn: (about: unknown) => void warnings.push(about) } as unknown as Log;
  const config = { publicUrl: 'http://localhost' } as GatewayConfig;
  const bulk = new LinkBulk(items, commands, queries, presenter, turns, config, logger);
  return { bulk, begun, changes, commandIds, awaited, warnings };
};
