import { Injectable } from '@nestjs/common';
import { Rejection } from '@kernel';
import {
  type CreateLink,
  DEFAULT_DOMAIN,
  type DeleteLink,
  type Link,
  type RestoreLink,
  type SwitchLink,
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
    this.refuseLoops(fields, sentAs);
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
    this.refuseLoops(fields);
    const data = { link_id: linkId, workspace_id: caller.subject.workspaceId, fields };
    return this.send(linkId, { type: 'UpdateLink', data }, caller, expected);
  }

  /** Deletes, restores or switches a link. */
  async change(
    type: (DeleteLink | RestoreLink | SwitchLink)['type'],
    linkId: string,
    caller: Caller,
    expected?: readonly bigint[],
  ): Promise<Sent<Link>> {
    const data = { link_id: linkId, workspace_id: caller.subject.workspaceId };
    return this.send(linkId, { type, data }, caller, expected);
  }

  private send(
    linkId: string,
    command: UpdateLink | DeleteLink | RestoreLink | SwitchLink,
    caller: Caller,
    expected?: readonly bigint[],
  ): Promise<Sent<Link>> {
    return this.commands.send({ stream: linkStream(linkId), command, metadata: metadataOf(caller), expected });
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

  /** @param sentAs the name of the destination in the caller's body */
  private refuseLoops({ destination_url, expired_url }: UpdateLinkBody, sentAs = 'destination_url'): void {
    const problems = Object.entries({ [sentAs]: destination_url, expired_url }).flatMap(([field, url]) =>
      url && leadsTo(url, this.hosts.all)
        ? [{ location: `body.${field}`, message: 'must not be one of our own short hosts' }]
        : [],
    );
    if (problems.length > 0)
      throw new Rejection('invalid', 'redirect_loop', 'The link would lead back to itself.', {}, problems);
  }
}
