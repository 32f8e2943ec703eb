import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Rejection } from '@kernel';
import {
  type Domain,
  type DomainCommand,
  type HostnameCommand,
  domainIdOf,
  domainStream,
  hostnameStream,
} from '@contexts/domains';
import { uuidOf } from '@platform/commands';
import { type Caller, type AcceptedRevisions, metadataOf } from '../caller';
import { Commands, type Send, type Sent } from '../commands';
import { digest } from '../ids';
import { LinkDomains } from '../links/link-domains';
import { type ResourceLimit, ResourceLimits } from '../resource-limits';
import { DomainQueries } from './domain.queries';
import type { CreateDomainBody, UpdateDomainBody } from './domain.schemas';

/** Domains of a workspace that are not removed. */
export const DOMAIN_LIMIT: ResourceLimit = {
  kind: 'domains',
  table: 'domains',
  counted: 'deleted_at IS NULL',
  most: 100,
  detail: 'A workspace may have 100 domains; remove one first.',
};

/** Turns a validated body into commands, and returns the outcome. */
@Injectable()
export class DomainCommands {
  constructor(
    private readonly commands: Commands,
    private readonly queries: DomainQueries,
    private readonly limits: ResourceLimits,
    private readonly links: LinkDomains,
  ) {}

  /** @throws Rejection `conflict` if the workspace has it, `limit_reached` if it has as many as it may */
  async add(body: CreateDomainBody, caller: Caller): Promise<Sent<Domain>> {
    const { workspaceId } = caller.subject;
    const id = domainIdOf(workspaceId, body.hostname, digest);
    // A caller cannot choose the token, and a repeat of the command has the same one.
    const token = digest(`${caller.commandId}/token`);
    const data = { ...body, domain_id: id, workspace_id: workspaceId, token };
    const sent = await this.limits.within(DOMAIN_LIMIT, workspaceId, id, () =>
      this.send(id, { type: 'AddDomain', data }, caller),
    );
    this.links.noteAdded();
    return sent;
  }

  /** A domain that is made primary replaces the one that was. */
  async update(
    id: string,
    { is_primary, ...fields }: UpdateDomainBody,
    caller: Caller,
    expected?: AcceptedRevisions,
  ): Promise<Sent<Domain>> {
    const { workspaceId } = caller.subject;
    const data = { domain_id: id, workspace_id: workspaceId, fields, ...(is_primary !== undefined && { is_primary }) };
    const sent = await this.send<Domain>(id, { type: 'UpdateDomain', data }, caller, { expected });
    if (is_primary) await this.endOthers(sent, caller);
    return sent;
  }

  /** @throws Rejection `domain_in_use` if it has links, unless forced */
  async remove(id: string, force: boolean, caller: Caller, expected?: AcceptedRevisions): Promise<Sent<Domain>> {
    const { workspaceId } = caller.subject;
    if (!force && (await this.queries.isInUse(workspaceId, id)))
      throw new Rejection(
        'conflict',
        'domain_in_use',
        'The domain has links; with force=true it is removed all the same.',
      );
    const data = { domain_id: id, workspace_id: workspaceId };
    const sent = await this.send<Domain>(id, { type: 'RemoveDomain', data }, caller, { expected });
    const { hostname } = sent.state;
    if (await this.isFree(sent, workspaceId))
      await this.sendTo(hostname, 'ReleaseHostname', { hostname, domain_id: id }, caller);
    return sent;
  }

  /**
   * Whether the hostname of a removed domain is to be released. A repeat may come late, when the domain has been added
   * again: then the hostname is that one's. A removed domain that keeps it is in nobody's way.
   */
  private async isFree({ repeated, pending, state }: Sent<Domain>, workspaceId: string): Promise<boolean> {
    if (!repeated) return true;
    return pending.length === 0 && (await this.queries.find(workspaceId, state.id)) === null;
  }

  /**
   * A claim is judged anew at each repeat: meanwhile the hostname may have gone to another domain.
   * @param data of a command of the hostname's stream
   */
  sendTo<C extends HostnameCommand>(hostname: string, type: C['type'], data: C['data'], caller: Caller) {
    const commandId = type === 'ClaimHostname' ? randomUUID() : uuidOf(`${caller.commandId}/${type}`);
    return this.commands.send({
      stream: hostnameStream(hostname, digest),
      command: { type, data },
      metadata: metadataOf(caller, commandId),
    });
  }

  send<S = Domain>(
    id: string,
    command: DomainCommand,
    caller: Caller,
    options: Partial<Pick<Send, 'expected' | 'metadata'>> = {},
  ): Promise<Sent<S>> {
    return this.commands.send<S>({ stream: domainStream(id), command, metadata: metadataOf(caller), ...options });
  }

  /**
   * Of two domains that become primary at once, the later one finds both here, and ends the other. A read model that is
   * behind does not show this one yet, or not as primary.
   */
  private async endOthers({ state, pending }: Sent<Domain>, caller: Caller): Promise<void> {
    const shown: readonly Domain[] = await this.queries.primaries(caller.subject.workspaceId);
    const primaries = pending.length > 0 ? [state, ...shown.filter(({ id }) => id !== state.id)] : shown;
    const [, ...others] = [...primaries].sort(newestPrimaryFirst);
    await Promise.all(
      others.map(({ id, workspace_id }) =>
        this.send(id, { type: 'EndPrimary', data: { domain_id: id, workspace_id } }, caller, {
          metadata: metadataOf(caller, uuidOf(`${caller.commandId}/EndPrimary/${id}`)),
        }),
      ),
    );
  }
}

const newestPrimaryFirst = (one: Domain, other: Domain): number => (rankOf(one) > rankOf(other) ? -1 : 1);

const rankOf = ({ primary_since, id }: Domain): string => `${primary_since} ${id}`;
