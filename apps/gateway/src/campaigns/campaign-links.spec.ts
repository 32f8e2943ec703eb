import { StoreUnavailable } from '@kernel';
import type { Caller } from '../caller';
import type { Commands, Send } from '../commands';
import { BulkTurns, LINKS } from '../links/bulk-turns';
import type { LinkQueries } from '../links/link.queries';
import { CampaignLinks } from './campaign-links';
import type { CampaignQueries } from './campaign.queries';

const DOWN = new StoreUnavailable('no answer');
const idsOf = (name: string, count = 100) => Array.from({ length: count }, (_, n) => `link_${name}${n}`);

describe('adding links to a campaign', () => {
  it('shares what is under way with the other calls of its workspace, and leaves other workspaces their turns', async () => {
    const { links, most } = fakes();
    const attach = (own: Caller, name: string) => links.attach('cmp_1', idsOf(name), own);
    await Promise.all(['x', 'y', 'z'].map((name) => attach(caller, name)));
    expect(most()).toBe(16);
    await Promise.all([attach(caller, 'x'), attach(caller, 'y'), attach(stranger, 'z')]);
    expect(most()).toBe(32);
  });

  it('takes its turns among those of bulk calls', async () => {
    const { links, turns, most, work } = fakes();
    const bulk = idsOf('bulk').map(() => turns.take('ws_1', work));
    await Promise.all([...bulk, links.attach('cmp_1', idsOf('x'), caller)]);
    expect(most()).toBe(16);
  });

  it('awaits the effects of its commands once, up to the last position', async () => {
    const { links, sent, awaited } = fakes((nth) => BigInt(100 - nth));
    expect(await links.attach('cmp_1', idsOf('x'), caller)).toEqual(['links']);
    expect([sent.length, awaited]).toEqual([100, [[LINKS, 100n]]]);
  });

  it('gives each link a command id of its own, the same in a repeat', async () => {
    const { links, sent } = fakes();
    for (let call = 0; call < 2; call += 1) await links.attach('cmp_1', idsOf('x'), caller);
    const ids = sent.map(({ metadata }) => metadata.command_id);
    expect(new Set(ids).size).toBe(100);
    expect(ids.slice(100)).toEqual(ids.slice(0, 100));
  });

  it('begins no further command once a store has failed, and waits for no effects', async () => {
    const { links, sent, awaited } = fakes(() => {
      throw DOWN;
    });
    await expect(links.attach('cmp_1', idsOf('x'), caller)).rejects.toBe(DOWN);
    expect([sent.length, awaited]).toEqual([16, []]);
  });

  it('goes on where a store has failed for another workspace', async () => {
    const { links, sent, turns } = fakes();
    const attached = Promise.all(['x', 'y'].map((name) => links.attach('cmp_1', idsOf(name), caller)));
    // By then those of the second call wait behind the first one's.
    await new Promise(setImmediate);
    expect(sent.length).toBe(16);
    await expect(turns.take('ws_2', () => Promise.reject(DOWN))).rejects.toBe(DOWN);
    await attached;
    expect(sent.length).toBe(200);
  });
});

const caller = { commandId: 'c', requestId: 'req_1', now: '', subject: { workspaceId: 'ws_1' } } as unknown as Caller;
const stranger: Caller = { ...caller, subject: { ...caller.subject, workspaceId: 'ws_2' } };

/** Says how many commands were under way at the most. @param position of the command that begins as the nth */
const fakes = (position: (nth: number) => bigint = () => 1n) => {
  const [sent, awaited]: [Send[], unknown[]] = [[], []];
  let [under, most] = [0, 0];
  const work = async () => {
    most = Math.max(most, (under += 1));
    // Long enough for others to begin in later turns, as on a busy machine.
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    under -= 1;
  };
  const commands = {
    dispatch: async (one: Send) => {
      const nth = sent.push(one) - 1;
      await work();
      return { position: position(nth) };
    },
    awaitEffects: async (...about: readonly unknown[]) => (awaited.push(about), ['links']),
  } as unknown as Commands;
  const campaigns = {
    find: async () => ({ id: 'cmp_1' }),
    links: async (_: string, ids: readonly string[]) => new Set(ids),
  } as unknown as CampaignQueries;
  const turns = new BulkTurns();
  const links = new CampaignLinks(commands, campaigns, {} as LinkQueries, turns);
  return { links, turns, sent, awaited, work, most: () => most };
};
