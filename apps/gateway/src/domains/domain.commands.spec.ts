import { categoryOf, commandHandler } from '@kernel';
import { type Domain, domainDecider, domainIdOf, hostnameDecider, hostnameStream } from '@contexts/domains';
import { digest, uuidOf } from '@platform/commands';
import { MemoryEventStore } from '@platform/event-store';
import type { Caller } from '../caller';
import type { Commands, Send } from '../commands';
import type { LinkDomains } from '../links/link-domains';
import type { ResourceLimits } from '../resource-limits';
import { DomainCommands } from './domain.commands';
import type { DomainQueries } from './domain.queries';

const hostname = 'go.brand.example';
const ID = domainIdOf('ws_1', hostname, digest);
const other = 'other.brand.example';
const OTHER = domainIdOf('ws_1', other, digest);

describe('a removal of a domain, repeated after a 503', () => {
  it('releases the hostname', async () => {
    const { commands, verified, failNext, holds } = fakes();
    await verified('first');
    failNext('ReleaseHostname');
    await expect(commands.remove(ID, true, caller('remove'))).rejects.toThrow('cut');
    expect(await holds()).toBe(true);
    await commands.remove(ID, true, caller('remove'));
    expect(await holds()).toBe(false);
  });

  it('leaves it to the domain where that was added again and verified meanwhile', async () => {
    const { commands, verified, failNext, holds } = fakes();
    await verified('first');
    failNext('ReleaseHostname');
    await expect(commands.remove(ID, true, caller('remove'))).rejects.toThrow('cut');
    await verified('second');
    expect((await commands.remove(ID, true, caller('remove'))).repeated).toBe(true);
    expect(await holds()).toBe(true);
    await commands.remove(ID, true, caller('remove again'));
    expect(await holds()).toBe(false);
  });
});

describe('a claim of a hostname, repeated late', () => {
  it('is refused once another domain has it', async () => {
    const { commands } = fakes();
    const claim = (domain_id: string, by: string, gone?: string) =>
      commands.sendTo(hostname, 'ClaimHostname', { hostname, domain_id, gone }, caller(by));
    await claim(ID, 'verify');
    await claim(ID, 'verify');
    await claim(OTHER, 'verify elsewhere', ID);
    await expect(claim(ID, 'verify')).rejects.toMatchObject({ code: 'domain_in_use' });
  });
});

describe('a domain that is made primary', () => {
  const [earlier, later] = ['2026-01-02T00:00:01.000Z', '2026-01-02T00:00:02.000Z'];

  it.each([
    ['shows it', false],
    ['is behind', true],
  ])('replaces the one that was, where the read model %s', async (_, isBehind) => {
    const { commands, verified, fallBehind, primaries } = fakes();
    await verified('first');
    await verified('second', other);
    await commands.update(ID, { is_primary: true }, caller('make first', earlier));
    if (isBehind) fallBehind();
    await commands.update(OTHER, { is_primary: true }, caller('make second', later));
    expect(primaries()).toEqual([OTHER]);
  });

  it('leaves the one that was made primary later, where the read model shows that one alone', async () => {
    const { commands, verified, fallBehind, primaries } = fakes();
    await verified('first');
    await verified('second', other);
    await commands.update(OTHER, { is_primary: true }, caller('make second', later));
    fallBehind();
    await commands.update(ID, { is_primary: true }, caller('make first', earlier));
    expect(primaries()).toEqual([OTHER]);
  });
});

const caller = (commandId: string, now = '2026-01-02T00:00:00.000Z'): Caller => ({
  commandId,
  firstAttempt: true,
  now,
  requestId: 'req_1',
  secretBytes: () => new Uint8Array(),
  subject: { workspaceId: 'ws_1', actor: { type: 'user', id: 'usr_1' } } as Caller['subject'],
});

/** Streams in memory, and a read model that is behind once it is told to fall. */
const fakes = () => {
  const store = new MemoryEventStore();
  const handlers = {
    domain: commandHandler(domainDecider, { store, uuid: uuidOf }),
    hostname: commandHandler(hostnameDecider, { store, uuid: uuidOf }),
  };
  const [domains, shown] = [new Map<string, Domain>(), new Map<string, Domain>()];
  const holders = new Map<string, unknown>();
  let [failing, isBehind] = ['', false];
  const sender = {
    send: async (send: Send) => {
      if (send.command.type === failing) {
        failing = '';
        throw new Error('cut');
      }
      const outcome = await handlers[categoryOf(send.stream) as keyof typeof handlers](send as never);
      if (!outcome.repeated && categoryOf(send.stream) === 'domain') {
        const domain = outcome.state as Domain;
        for (const known of isBehind ? [domains] : [domains, shown]) known.set(domain.id, domain);
      }
      if (!outcome.repeated && categoryOf(send.stream) === 'hostname') holders.set(send.stream, outcome.state);
      return { ...outcome, pending: isBehind ? ['domains'] : [] };
    },
  };
  const live = (id: string) => [shown.get(id)].find((domain) => domain && !domain.deleted_at) ?? null;
  const primariesIn = (known: ReadonlyMap<string, Domain>) =>
    [...known.values()].filter(({ primary_since }) => primary_since !== null);
  const queries = {
    find: async (_: string, id: string) => live(id),
    isInUse: async () => false,
    primaries: async () => primariesIn(shown),
  };
  const commands = new DomainCommands(
    sender as unknown as Commands,
    queries as unknown as DomainQueries,
    { within: (_: unknown, __: unknown, ___: unknown, act: () => unknown) => act() } as unknown as ResourceLimits,
    { noteAdded: () => undefined } as unknown as LinkDomains,
  );
  const verified = async (commandId: string, name = hostname) => {
    const [who, id] = [caller(commandId), domainIdOf('ws_1', name, digest)];
    await commands.add({ hostname: name }, who);
    await commands.sendTo(name, 'ClaimHostname', { hostname: name, domain_id: id }, who);
    const command = { type: 'VerifyDomain', data: { domain_id: id, workspace_id: 'ws_1' } } as const;
    await commands.send(id, command, caller(`${commandId}/verify`));
  };
  const holds = async () => Boolean(holders.get(hostnameStream(hostname, digest)));
  return {
    commands,
    verified,
    failNext: (type: string) => (failing = type),
    fallBehind: () => (isBehind = true),
    primaries: () => primariesIn(domains).map(({ id }) => id),
    holds,
  };
};
