import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Plan, Rejection, StoreUnavailable, isLostRace } from '@kernel';
import { type ImportSource, type ImportedLink, layoutOf } from '@contexts/links';
import { retry } from '@platform/async';
import { uuidOf } from '@platform/commands';
import { parse } from '@platform/http';
import { asUnavailable, type Log } from '@platform/read-store';
import type { Caller } from '../caller';
import { LinkCommands } from '../links/link.commands';
import { LinkPolicy } from '../links/link.policy';
import { type CreateLinkBody, createLinkBody } from '../links/link-body.schemas';
import { LinkDomains } from '../links/link-domains';
import { LOGGER } from '../tokens';
import { type FileRow, importRowOf } from './file/import-file';
import type { ImportJob, RowError } from './import-job';

type Fault = Pick<RowError, 'code' | 'message'>;

type LinkSwitch = 'DisableLink' | 'ArchiveLink';

/** A row that is ready to become a link, or why it cannot. */
export interface PreparedRow {
  /** From 1. */
  readonly row: number;
  readonly read: FileRow;
  readonly link: { readonly body: CreateLinkBody; readonly switches: readonly LinkSwitch[] } | Fault;
}

/** How often an error is tried again that is neither a refusal nor a dependency that is away. */
const ATTEMPTS = 3;

/** Makes the links of an import by the commands of `POST /v1/links`. */
@Injectable()
export class RowImporter {
  constructor(
    private readonly commands: LinkCommands,
    private readonly domains: LinkDomains,
    private readonly policy: LinkPolicy,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  async prepare(
    row: number,
    read: FileRow,
    source: ImportSource,
    job: Pick<ImportJob, 'id' | 'workspace_id' | 'domain' | 'created_at'>,
  ): Promise<PreparedRow> {
    const settle = <T>(make: () => T): T | Fault => {
      try {
        return make();
      } catch (error) {
        return this.settled(error, job, row);
      }
    };
    const imported = settle(() => layoutOf(source).linkOf(importRowOf(source, read), job.created_at));
    if ('code' in imported) return { row, read, link: imported };
    const { body, host, problems, ...states } = imported;
    const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    const named = { ...sent, ...(await this.domainOf(host, job)) };
    const link = settle(() => ({
      body: parse(createLinkBody, named, 'body', (all) => this.policy.problemsOfNew(all), problems),
      switches: switchesOf(states),
    }));
    return { row, read, link };
  }

  /** Rows that share one of these are imported in their order: the first has the alias, or the external id. */
  keysOf({ link }: PreparedRow): readonly string[] {
    if ('code' in link) return [];
    const { alias, external_id } = link.body;
    return [...(alias ? [`alias ${alias.toLowerCase()}`] : []), ...(external_id ? [`id ${external_id}`] : [])];
  }

  /**
   * Makes the link of a row. Repeating it finds the link that the first attempt has made.
   * @param now by the database's clock @returns the fault; null for a link; undefined when the signal aborts before
   */
  async import(
    { row, link }: PreparedRow,
    { job, now, signal }: { job: ImportJob & { readonly plan: Plan }; now: () => string; signal: AbortSignal },
  ): Promise<Fault | null | undefined> {
    if ('code' in link) return link;
    const commandId = uuidOf(`${job.id}/${row}`);
    const subject = {
      workspaceId: job.workspace_id,
      plan: job.plan,
      actor: job.actor,
      permission: 'read_write',
    } as const;
    const caller: Caller = {
      subject,
      requestId: job.request_id,
      commandId,
      secretBytes: randomBytes,
      firstAttempt: job.attempts === 1,
      now: now(),
    };
    let earlier = false;
    const attempt = async (): Promise<{ fault: Fault | null }> => {
      const again = earlier;
      earlier = true;
      return { fault: await this.attempt(link, { ...caller, firstAttempt: caller.firstAttempt && !again }) };
    };
    const onFailure = (error: unknown, failures: number): void => {
      if (!(asUnavailable(error) instanceof StoreUnavailable) && failures >= ATTEMPTS) throw error;
    };
    try {
      return (await retry(attempt, { signal, onFailure }))?.fault;
    } catch (error) {
      return this.settled(error, job, row);
    }
  }

  /** The fault of a row for what was thrown; what is no refusal is logged, and fails this row alone. */
  private settled(error: unknown, { id }: Pick<ImportJob, 'id'>, row: number): Fault {
    if (error instanceof Rejection) return faultOf(error);
    this.log.error({ err: error, import_id: id, row }, 'a row could not be imported');
    return { code: 'internal_error', message: 'Something went wrong on our side; it has been logged.' };
  }

  /** @throws what may pass when it is tried again */
  private async attempt(
    { body, switches }: Exclude<PreparedRow['link'], Fault>,
    caller: Caller,
  ): Promise<Fault | null> {
    try {
      const { state } = await this.commands.create(body, caller);
      for (const type of switches) {
        const switching = { ...caller, commandId: uuidOf(`${caller.commandId}/${type}`), firstAttempt: false };
        await this.commands.change(type, state.id, switching).catch(unlessGone);
      }
      return null;
    } catch (error) {
      if (error instanceof Rejection && !isLostRace(error)) return faultOf(error);
      throw error;
    }
  }

  /** A host that links of the workspace can have is kept; `domain` stands in for any other. */
  private async domainOf(
    host: string | undefined,
    { workspace_id, domain }: Pick<ImportJob, 'workspace_id' | 'domain'>,
  ): Promise<{ domain?: string }> {
    if (domain === null) return host === undefined ? {} : { domain: host };
    const isOurs = host !== undefined && (await this.domains.problemsOfQuery(workspace_id, host)).length === 0;
    return { domain: isOurs ? host : domain };
  }
}

const switchesOf = ({ status, disabled }: Pick<ImportedLink, 'status' | 'disabled'>): readonly LinkSwitch[] => [
  ...(disabled || status === 'disabled' ? (['DisableLink'] as const) : []),
  ...(status === 'archived' ? (['ArchiveLink'] as const) : []),
];

/** A link that was deleted since it was made is in no state to be archived. */
const unlessGone = (error: unknown): void => {
  if (!(error instanceof Rejection && error.kind === 'not-found')) throw error;
};

const faultOf = ({ code, message, problems }: Rejection): Fault => {
  const reasons = problems.map(({ location, message: what }) => `${location.replace(/^body\.?/, '')} ${what}`.trim());
  const text = reasons.length > 0 ? reasons.join('; ') : message;
  // Codes of rows alone, such as password_unknown, are no codes of answers.
  const [own = code, ...others] = new Set(problems.map((problem) => problem.code ?? code));
  return { code: others.length > 0 ? code : own, message: text.replaceAll('\0', '\ufffd').slice(0, 2_000) };
};
