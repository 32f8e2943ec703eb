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

const caller = (commandId: string): Caller => ({
  commandId,
  firstAttempt: true,
  now: '2026-01-02T00:00:00.000Z',
  requestId: 'req_1',
  secretBytes: () => new Uint8Array(),
  subject: { workspaceId: 'ws_1', actor: { type: 'user', id: 'usr_1' } } as Caller['subject'],
});

/** Streams in memory, and a read model that is never behind. */
const fakes = () => {
  const store = new MemoryEventStore();
  const handlers = {
    domain: commandHandler(domainDecider, { store, uuid: uuidOf }),
    hostname: commandHandler(hostnameDecider, { store, uuid: uuidOf }),
  };
  const [domains, holders] = [new Map<string, Domain>(), new Map<string, unknown>()];
  let failing = '';
  const sender = {
    send: async (send: Send) => {
      if (send.command.type === failing) {
        failing = '';
        throw new Error('cut');
      }
      const outcome = await handlers[categoryOf(send.stream) as keyof typeof handlers](send as never);
      if (!outcome.repeated && categoryOf(send.stream) === 'domain') domains.set(ID, outcome.state as Domain);
      if (!outcome.repeated && categoryOf(send.stream) === 'hostname') holders.set(send.stream, outcome.state);
      return { ...outcome, pending: [] };
    },
  };
  const live = () => [domains.get(ID)].find((domain) => domain && !domain.deleted_at) ?? null;
  const commands = new DomainCommands(
    sender as unknown as Commands,
    { find: async () => live(), isInUse: async () => false } as unknown as DomainQueries,
    { within: (_: unknown, __: unknown, ___: unknown, act: () => unknown) => act() } as unknown as ResourceLimits,
    { noteAdded: () => undefined } as unknown as LinkDomains,
  );
  const verified = async (commandId: string) => {
    const who = caller(commandId);
    await commands.add({ hostname }, who);
    await commands.sendTo(hostname, 'ClaimHostname', { hostname, domain_id: ID }, who);
    const command = { type: 'VerifyDomain', data: { domain_id: ID, workspace_id: 'ws_1' } } as const;
    await commands.send(ID, command, caller(`${commandId}/verify`));
  };
  const holds = async () => Boolean(holders.get(hostnameStream(hostname, digest)));
  return { commands, verified, failNext: (type: string) => (failing = type), holds };
};
