import { Inject, Injectable } from '@nestjs/common';
import { Rejection } from '@kernel';
import {
  type CreateLink,
  type DeleteLink,
  type Link,
  type LinkRow,
  type RestoreLink,
  type SwitchLink,
  type UpdateLink,
  linkIdOf,
  linkStream,
  mergedPreview,
  randomAlias,
} from '@contexts/links';
import { demandNone, found, invalidRequest } from '@platform/http';
import { type Caller, type AcceptedRevisions, metadataOf } from '../caller';
import { type CommandSender, Commands, type Sent } from '../commands';
import { digest, sha256 } from '../ids';
import { LinkPolicy } from './link.policy';
import { ExternalIds, retryLostRaces } from './external-ids';
import { LinkAliases } from './link-aliases';
import { type LinkDomain, LinkDomains } from './link-domains';
import { hashOfLink } from './link-passwords';
import { LinkQueries } from './link.queries';
import type { CreateLinkBody, PutLinkBody, UpdateLinkBody } from './link-body.schemas';

/** How many random aliases may be taken before a creation gives up. */
const ATTEMPTS = 5;

/** How many aliases that are derived from the wanted link are tried, before random ones. */
const DERIVED = 100;

/** Whether a command has made its link, and not found it. */
export const isNew = ({ events }: Pick<Sent<Link>, 'events'>): boolean => events[0]?.type === 'LinkCreated';

type NewLink = Hashed<Omit<CreateLinkBody, 'alias' | 'domain' | 'find_if_exists'>>;

interface UpdateOptions {
  readonly expected?: AcceptedRevisions | undefined;
  /** A deleted link is restored by it, where otherwise it is not found. */
  readonly restores?: boolean;
}

interface PutOptions {
  readonly expected?: AcceptedRevisions;
  /** No link is made: where none has the external id, it is refused as a stale one. */
  readonly changes?: boolean;
}

/** Turns a validated body into a command, and returns its outcome. */
@Injectable()
export class LinkCommands {
  constructor(
    @Inject(Commands) private readonly commands: CommandSender,
    private readonly queries: LinkQueries,
    private readonly domains: LinkDomains,
    private readonly policy: LinkPolicy,
    private readonly aliases: LinkAliases,
    private readonly externalIds: ExternalIds,
  ) {}

  /** @param sentAs the name of the destination in the caller's body */
  async create(body: CreateLinkBody, caller: Caller, sentAs = 'destination_url'): Promise<Sent<Link>> {
    await this.policy.prepare(body, caller.subject.workspaceId);
    demandNone(this.policy.problemsOfNew(body, sentAs));
    const { alias, domain: _, find_if_exists, ...sent } = body;
    const home = this.domains.homeOf(body);
    const fields = await withHash(sent, caller);
    if (!find_if_exists) {
      if (alias) return this.createAs(alias, home, fields, caller);
      return this.createWithin(ATTEMPTS, (attempt) => this.createAs(randomOf(caller, attempt), home, fields, caller));
    }
    if (alias) return this.createAs(alias, home, fields, caller, true);
    const wanted = { ...fields, domain: home.domain };
    const existing = await this.queries.identical(caller.subject.workspaceId, wanted);
    if (existing && caller.firstAttempt) return foundRow(existing);
    // An earlier attempt, whose answer was lost, may have made it: its stream knows the command.
    if (existing) return this.createAs(existing.alias, home, fields, caller, true);
    return this.createWithin(DERIVED + ATTEMPTS, (attempt) =>
      this.createAs(this.derivedOf(wanted, caller, attempt), home, fields, caller, true),
    );
  }

  /**
   * Makes the link with an external id, or changes the one that has it; a deleted one is restored.
   */
  async put(
    externalId: string,
    body: PutLinkBody,
    caller: Caller,
    { expected, changes = false }: PutOptions = {},
  ): Promise<Sent<Link>> {
    const { workspaceId } = caller.subject;
    const existing = await this.queries.byExternalId(workspaceId, externalId);
    if (existing) return this.merge(existing, body, caller, expected);
    if (changes) throw new Rejection('stale', 'revision_mismatch', 'No link has this external id.');
    try {
      return await this.createFor(externalId, body, caller);
    } catch (error) {
      const { existing_link_id } = error instanceof Rejection ? error.extra : {};
      if (typeof existing_link_id !== 'string') throw error;
      const other = await this.externalIds.linkWith(existing_link_id, externalId, workspaceId);
      if (!other) throw error;
      return this.merge(other, body, caller);
    }
  }

  async update(
    linkId: string,
    sent: UpdateLinkBody,
    caller: Caller,
    { expected, restores = false }: UpdateOptions = {},
  ): Promise<Sent<Link>> {
    await this.policy.prepare(sent, caller.subject.workspaceId);
    const problems = this.policy.problemsOfChange(sent);
    const { workspaceId } = caller.subject;
    // An unknown link is a 404 before its body is judged, and before its external id is a conflict.
    if (!restores && (problems.length > 0 || sent.external_id)) found(await this.queries.find(workspaceId, linkId));
    demandNone(problems);
    const fields = await withHash(sent, caller);
    const data = { link_id: linkId, workspace_id: workspaceId, fields, ...(restores && { restores }) };
    return this.externalIds.withExternalId(fields.external_id, linkId, caller, () =>
      this.send(linkId, { type: 'UpdateLink', data }, caller, expected),
    );
  }

  /** Deletes, restores or switches a link. */
  async change(
    type: (DeleteLink | RestoreLink | SwitchLink)['type'],
    linkId: string,
    caller: Caller,
    expected?: AcceptedRevisions,
  ): Promise<Sent<Link>> {
    const data = { link_id: linkId, workspace_id: caller.subject.workspaceId };
    return this.send(linkId, { type, data }, caller, expected);
  }

  private send(
    linkId: string,
    command: UpdateLink | DeleteLink | RestoreLink | SwitchLink,
    caller: Caller,
    expected?: AcceptedRevisions,
  ): Promise<Sent<Link>> {
    return this.commands.send({ stream: linkStream(linkId), command, metadata: metadataOf(caller), expected });
  }

  private async createFor(externalId: string, body: PutLinkBody, caller: Caller): Promise<Sent<Link>> {
    const { alias, domain: _, destination_url, preview, ...others } = body;
    const sent = { ...others, preview: preview && mergedPreview(null, preview) };
    await this.policy.prepare(body, caller.subject.workspaceId);
    const problems = this.policy.problemsOfNew(body);
    if (!destination_url)
      throw invalidRequest([
        { location: 'body.destination_url', message: 'is required: no link has this external id' },
        ...problems,
      ]);
    demandNone(problems);
    const home = this.domains.homeOf(body);
    const fields = { ...withoutNulls(await withHash(sent, caller)), destination_url, external_id: externalId };
    if (alias) return this.createAs(alias, home, fields, caller);
    const wanted = { external_id: externalId };
    const first = await this.externalIds.firstAlias(externalId, caller);
    return this.createWithin(DERIVED, (attempt) =>
      this.createAs(this.derivedOf(wanted, caller, attempt, first), home, fields, caller),
    );
  }

  private async merge(
    link: Link,
    { alias, domain, ...fields }: PutLinkBody,
    caller: Caller,
    expected?: AcceptedRevisions,
  ): Promise<Sent<Link>> {
    const other = (sent: string | null | undefined, own: string) => sent && sent.toLowerCase() !== own.toLowerCase();
    if (other(alias, link.alias) || other(domain && this.domains.nameOf(domain), link.domain))
      throw new Rejection('conflict', 'conflict', 'The link with this external id has another alias or domain.', {
        existing_link_id: link.id,
      });
    return retryLostRaces(() => this.update(link.id, fields, caller, { restores: true, expected }));
  }

  /** Tries alias after alias while they are taken by other links. */
  private async createWithin(attempts: number, create: (attempt: number) => Promise<Sent<Link>>): Promise<Sent<Link>> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await create(attempt);
      } catch (error) {
        if (!(error instanceof Rejection && error.code === 'alias_taken') || attempt >= attempts) throw error;
      }
    }
  }

  private derivedOf(wanted: unknown, caller: Caller, attempt: number, first = 0): string {
    if (attempt < DERIVED) return this.aliases.of(caller.subject.workspaceId, wanted, first + attempt);
    return randomOf(caller, attempt - DERIVED);
  }

  private createAs(
    alias: string,
    home: LinkDomain,
    fields: NewLink,
    caller: Caller,
    find_if_exists?: true,
  ): Promise<Sent<Link>> {
    const { workspaceId, actor } = caller.subject;
    const linkId = linkIdOf(home.domain_id, alias, digest);
    const { domain_id, domain } = home;
    const identity = { link_id: linkId, domain_id, domain, alias };
    const rest = { find_if_exists, created_by: actor, workspace_id: workspaceId };
    // Spreads of several objects into one cost more than the rest of the command.
    const command: CreateLink = { type: 'CreateLink', data: Object.assign(identity, fields, rest) };
    const metadata = metadataOf(caller);
    const fresh = caller.firstAttempt && !find_if_exists;
    return this.externalIds.withExternalId(fields.external_id, linkId, caller, () =>
      this.commands.send({ stream: linkStream(linkId), command, metadata, fresh }),
    );
  }
}

const randomOf = ({ commandId }: Caller, attempt: number): string => randomAlias(commandId, attempt, sha256);

const withoutNulls = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    readonly [F in keyof T]?: Exclude<T[F], null>;
  };

/** A link that was there already. */
const foundRow = (row: LinkRow): Sent<Link> => ({
  state: row,
  revision: BigInt(row.revision),
  position: -1n,
  events: [],
  repeated: false,
  pending: [],
});

type Hashed<B extends { readonly password?: unknown }> = Omit<B, 'password'> & {
  readonly password_hash?: Extract<B['password'], null> | string;
};

/** A body as a command carries it: with the hash of its password. @throws StoreUnavailable when too many wait */
const withHash = async <B extends { readonly password?: string | null | undefined }>(
  body: B,
  { subject }: Caller,
): Promise<Hashed<B>> => {
  if (body.password === undefined) return body;
  const { password, ...fields } = body;
  const password_hash = password === null ? null : await hashOfLink(subject.workspaceId, password);
  return { ...fields, password_hash: password_hash as Extract<B['password'], null> | string };
};
