import { Injectable } from '@nestjs/common';
import { Rejection } from '@kernel';
import {
  type CreateLink,
  DEFAULT_DOMAIN,
  type DeleteLink,
  type Link,
  type RestoreLink,
  type UpdateLink,
  leadsTo,
  linkIdOf,
  linkStream,
  randomAlias,
} from '@contexts/links';
import { type Caller, metadataOf } from '../caller';
import { Commands, type Sent } from '../commands';
import { digest, sha256 } from '../ids';
import { ShortHosts } from './short-hosts';
import type { CreateLinkBody, UpdateLinkBody } from './link.schemas';

/** How many random aliases may be taken before a creation gives up. */
const ATTEMPTS = 5;

/** Turns a validated body into a command, and returns its outcome. */
@Injectable()
export class LinkCommands {
  constructor(
    private readonly commands: Commands,
    private readonly hosts: ShortHosts,
  ) {}

  /** @param sentAs the name of the destination in the caller's body */
  async create(
    { alias, domain, ...fields }: CreateLinkBody,
    caller: Caller,
    sentAs = 'destination_url',
  ): Promise<Sent<Link>> {
    const host = this.hosts.resolve(domain);
    this.refuseLoop(fields.destination_url, sentAs);
    if (alias) return this.createAs(alias, host, fields, caller);
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.createAs(randomAlias(caller.commandId, attempt, sha256), host, fields, caller);
      } catch (error) {
        if (!(error instanceof Rejection && error.code === 'alias_taken') || attempt >= ATTEMPTS) throw error;
      }
    }
  }

  async update(
    linkId: string,
    { ...fields }: UpdateLinkBody,
    caller: Caller,
    expected?: readonly bigint[],
  ): Promise<Sent<Link>> {
    if (fields.destination_url) this.refuseLoop(fields.destination_url);
    const command: UpdateLink = {
      type: 'UpdateLink',
      data: { link_id: linkId, workspace_id: caller.subject.workspaceId, fields },
    };
    return this.commands.send({ stream: linkStream(linkId), command, metadata: metadataOf(caller), expected });
  }

  async delete(linkId: string, caller: Caller, expected?: readonly bigint[]): Promise<Sent<Link>> {
    const command: DeleteLink = {
      type: 'DeleteLink',
      data: { link_id: linkId, workspace_id: caller.subject.workspaceId },
    };
    return this.commands.send({ stream: linkStream(linkId), command, metadata: metadataOf(caller), expected });
  }

  async restore(linkId: string, caller: Caller): Promise<Sent<Link>> {
    const command: RestoreLink = {
      type: 'RestoreLink',
      data: { link_id: linkId, workspace_id: caller.subject.workspaceId },
    };
    return this.commands.send({ stream: linkStream(linkId), command, metadata: metadataOf(caller) });
  }

  private createAs(
    alias: string,
    domain: string,
    fields: Omit<CreateLinkBody, 'alias' | 'domain'>,
    caller: Caller,
  ): Promise<Sent<Link>> {
    const { workspaceId, actor } = caller.subject;
    const linkId = linkIdOf(DEFAULT_DOMAIN, alias, digest);
    const identity = { link_id: linkId, domain_id: DEFAULT_DOMAIN, domain, alias };
    const command: CreateLink = {
      type: 'CreateLink',
      data: { ...identity, ...fields, created_by: actor, workspace_id: workspaceId },
    };
    return this.commands.send({
      stream: linkStream(linkId),
      command,
      metadata: metadataOf(caller),
      fresh: caller.firstAttempt,
    });
  }

  private refuseLoop(destination: string, sentAs = 'destination_url'): void {
    if (!leadsTo(destination, this.hosts.all)) return;
    const problem = { location: `body.${sentAs}`, message: 'must not be one of our own short hosts' };
    throw new Rejection('invalid', 'redirect_loop', 'The link would lead back to itself.', {}, [problem]);
  }
}
