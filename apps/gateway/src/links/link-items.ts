import { Inject, Injectable } from '@nestjs/common';
import type { EventStore } from '@kernel';
import type { Link } from '@contexts/links';
import { uuidOf } from '@platform/commands';
import { type Judge, isId, notFound, parse } from '@platform/http';
import type { z } from 'zod';
import type { Caller } from '../caller';
import { Commands, type Sent, withoutWaiting } from '../commands';
import { EVENT_STORE } from '../tokens';
import { ExternalIds } from './external-ids';
import { LinkAliases } from './link-aliases';
import { type ItemCaller, outcomeAtTurn } from './item-turn';
import { LinkDomains } from './link-domains';
import { LinkCommands } from './link.commands';
import { LinkPolicy, fieldOf } from './link.policy';
import { LinkQueries } from './link.queries';
import { createLinkBody, linkItem, updateLinkItem } from './link-body.schemas';

/** Token of the LinkCommands that do not wait until their effects can be read. */
const UNAWAITED_LINKS = Symbol('link commands without waiting');

export const unawaitedLinks = {
  provide: UNAWAITED_LINKS,
  inject: [Commands, LinkQueries, LinkDomains, LinkPolicy, LinkAliases, EVENT_STORE],
  useFactory: (
    commands: Commands,
    queries: LinkQueries,
    domains: LinkDomains,
    policy: LinkPolicy,
    aliases: LinkAliases,
    store: EventStore,
  ) => {
    const sender = withoutWaiting(commands);
    const externalIds = new ExternalIds(sender, queries, store);
    return new LinkCommands(sender, queries, domains, policy, aliases, externalIds);
  },
};

/** What is done to a link that an item names by its id alone, and the command that does it. */
const COMMANDS = {
  delete: 'DeleteLink',
  restore: 'RestoreLink',
  disable: 'DisableLink',
  enable: 'EnableLink',
  archive: 'ArchiveLink',
  unarchive: 'UnarchiveLink',
} as const;

export type LinkChange = keyof typeof COMMANDS;

/** The caller of one item of many, under a command id of its own. @param item the same in each repeat of the request */
export const callerOf = (caller: Caller, item: string | number): Caller => ({
  ...caller,
  commandId: uuidOf(`${caller.commandId}/${item}`),
});

/**
 * Does with one item of many what a call of its own would do: validates, sends, and throws what such a call answers
 * with. The locations of problems begin with `body`. Each item needs a caller of its own, see {@link callerOf}; the
 * sender of the items awaits their effects, up to the last `position`.
 */
@Injectable()
export class LinkItems {
  constructor(
    @Inject(UNAWAITED_LINKS) private readonly commands: LinkCommands,
    private readonly queries: LinkQueries,
    private readonly policy: LinkPolicy,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** @param item as the body of `POST /v1/links` */
  async create(item: unknown, caller: Caller): Promise<Sent<Link>> {
    const judge: Judge = (sent) => this.policy.problemsOfNew(sent);
    const body = await this.parsed(createLinkBody, item, caller, judge);
    return this.commands.create(body, caller);
  }

  /** @param item as the body of `PATCH /v1/links/{id}`, with the `id` */
  async update(item: unknown, caller: ItemCaller): Promise<Sent<Link>> {
    const judge: Judge = (sent) => this.policy.problemsOfChange(sent);
    const { id, ...body } = await this.ofLink(updateLinkItem, item, caller, judge);
    return (await outcomeAtTurn(this.store, id, body, caller)) ?? this.commands.update(id, body, caller);
  }

  /** @param item the `id` alone */
  async change(change: LinkChange, item: unknown, caller: Caller): Promise<Sent<Link>> {
    const { id } = await this.ofLink(linkItem, item, caller, undefined, change === 'restore');
    return this.commands.change(COMMANDS[change], id, caller);
  }

  /** What an item names is looked up for its judge only if the item breaks its schema. */
  private async parsed<S extends z.ZodType>(
    schema: S,
    item: unknown,
    { subject }: Pick<Caller, 'subject'>,
    judge: Judge,
  ): Promise<z.output<S>> {
    try {
      return parse(schema, item, 'body');
    } catch {
      await this.policy.prepare(item, subject.workspaceId);
      return parse(schema, item, 'body', judge);
    }
  }

  /** Existence comes before the body, as in a call of its own. @param deletedToo whether a deleted link exists */
  private async ofLink<S extends z.ZodType>(
    schema: S,
    item: unknown,
    { subject }: Caller,
    judge: Judge = () => [],
    deletedToo = false,
  ): Promise<z.output<S>> {
    const id = fieldOf(item, 'id');
    if (typeof id === 'string' && !isId('link', id)) throw notFound();
    try {
      return await this.parsed(schema, item, { subject }, judge);
    } catch (problem) {
      const exists = (one: string) => this.queries[deletedToo ? 'stored' : 'find'](subject.workspaceId, one);
      if (typeof id === 'string' && !(await exists(id))) throw notFound();
      throw problem;
    }
  }
}
