import { Inject, Injectable } from '@nestjs/common';
import { type Domain, type DomainRow, challengeName, provesToken } from '@contexts/domains';
import { uuidOf } from '@platform/commands';
import type { LookUpTexts, TextRecords } from '@platform/dns';
import { found } from '@platform/http';
import { type Caller, SYSTEM, metadataOf } from '../caller';
import type { Sent } from '../commands';
import { DomainCommands } from './domain.commands';
import { DomainQueries } from './domain.queries';

/** Token of the {@link LookUpTexts} that DNS is asked by. */
export const LOOK_UP_TEXTS = Symbol('look up texts');

/** Asks DNS for the record of a domain, and records the result. */
@Injectable()
export class DomainVerification {
  constructor(
    private readonly commands: DomainCommands,
    private readonly queries: DomainQueries,
    @Inject(LOOK_UP_TEXTS) private readonly lookUp: LookUpTexts,
  ) {}

  /**
   * Verifies the domain if its record is there. A verified one fails if its record is missing for good.
   * @returns what became of it; undefined where the check changed only what was noted of it
   * @throws Rejection `domain_in_use` while another workspace holds the hostname and its record is there
   */
  async verify(id: string, caller: Caller): Promise<Sent<Domain> | undefined> {
    const domain = found(await this.queries.find(caller.subject.workspaceId, id));
    const records = await this.lookUp(challengeName(domain.hostname));
    const isProved = records !== undefined && provesToken(records, domain.token);
    const result = records === undefined ? 'unreachable' : isProved ? 'found' : 'missing';
    const isLost = await this.queries.note(domain, result);
    if (isProved) return this.take(domain, records, caller);
    return isLost ? this.fail(domain, 'record_missing', caller) : undefined;
  }

  /** Claims the hostname, which only one domain can hold, and then verifies the domain. A repeat completes it. */
  private async take(domain: DomainRow, records: TextRecords, caller: Caller): Promise<Sent<Domain>> {
    const { id, workspace_id, hostname } = domain;
    const gone = await this.goneHolderOf(hostname, records);
    await this.commands.sendTo(hostname, 'ClaimHostname', { hostname, domain_id: id, gone }, caller);
    const former = (await this.queries.verifiedOn(hostname)).filter((other) => other.id !== id);
    await Promise.all(former.map((other) => this.handOver(other, records, caller)));
    const command = { type: 'VerifyDomain', data: { domain_id: id, workspace_id } } as const;
    return this.commands.send(id, command, caller);
  }

  /** Fails a domain whose hostname another one has. The look-up was one of its record, too. */
  private async handOver(domain: DomainRow, records: TextRecords, caller: Caller): Promise<void> {
    await this.queries.note(domain, provesToken(records, domain.token) ? 'found' : 'missing');
    await this.fail(domain, 'transferred', caller);
  }

  /** The holder of the hostname, if it has no right to it any more. */
  private async goneHolderOf(hostname: string, records: TextRecords): Promise<string | undefined> {
    const holder = await this.queries.holderOf(hostname);
    if (!holder) return undefined;
    const { domain } = holder;
    const isThere = domain && !domain.deleted_at && domain.status !== 'failed' && provesToken(records, domain.token);
    return isThere ? undefined : holder.id;
  }

  /** The system is the actor: another workspace may own the domain, and must not learn who the caller is. */
  private fail({ id, workspace_id, token }: DomainRow, reason: 'record_missing' | 'transferred', caller: Caller) {
    const request = `domain-check:${id}`;
    const metadata = {
      ...metadataOf(caller, uuidOf(`${caller.commandId}/FailDomain/${id}`)),
      actor: SYSTEM,
      request_id: request,
      correlation_id: request,
      causation_id: request,
      workspace_id,
    };
    const data = { domain_id: id, workspace_id, reason, token };
    return this.commands.send(id, { type: 'FailDomain', data }, caller, { metadata });
  }
}
