import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { type Domain, domainChronicle, domainStream } from '@contexts/domains';
import { Endpoint, Id, ValidBody, ValidQuery, demandNone, found, listOf } from '@platform/http';
import { type Caller, CurrentCaller, type AcceptedRevisions, ExpectedRevisions } from '../caller';
import type { Sent } from '../commands';
import { changeEndpoint, createEndpoint, deleteEndpoint, getEndpoint, listEndpoint } from '../endpoints';
import { Histories } from '../history/histories';
import { historyEndpoint } from '../history/history-endpoint';
import { type HistoryQuery, type PointInTimeQuery, pointInTimeQuery } from '../history/history.schemas';
import { created, deleted, versioned } from '../responses';
import { DomainVerification } from './domain-verification';
import { DomainCommands } from './domain.commands';
import { DomainPolicy } from './domain.policy';
import { DomainPresenter, UNCHECKED } from './domain.presenter';
import { DomainQueries } from './domain.queries';
import {
  type CreateDomainBody,
  type ListDomainsQuery,
  type RemoveDomainQuery,
  type UpdateDomainBody,
  createDomainBody,
  domainAnswer,
  domainListRecord,
  domainRecord,
  listDomainsQuery,
  removeDomainQuery,
  updateDomainBody,
} from './domain.schemas';

@Controller('v1/domains')
export class DomainsController {
  constructor(
    private readonly commands: DomainCommands,
    private readonly verification: DomainVerification,
    private readonly queries: DomainQueries,
    private readonly policy: DomainPolicy,
    private readonly presenter: DomainPresenter,
    private readonly histories: Histories,
  ) {}

  @Post()
  @createEndpoint('domains.create', 'Add a domain', {
    description:
      'It is `pending`: publish its TXT record, then verify it. Any workspace may add a host name, and the one that ' +
      'proves it has it. A removed domain that is added again has its former id and links, and a new TXT record. A ' +
      'workspace may have 100 domains, removed ones not counted.',
    body: createDomainBody,
    answer: domainRecord,
    errors: ['conflict', 'limit_reached', 'redirect_loop', 'unsafe_destination'],
  })
  async add(@ValidBody() body: CreateDomainBody, @CurrentCaller() caller: Caller) {
    demandNone(await this.policy.problemsOfNew(body, caller));
    const sent = await this.commands.add(body, caller);
    return created(sent, `/v1/domains/${sent.state.id}`, this.presenter.present(sent.state, UNCHECKED));
  }

  @Get()
  @listEndpoint('domains.list', 'List domains', {
    description: 'The newest first.',
    query: listDomainsQuery,
    answer: domainListRecord,
  })
  async list(@ValidQuery() query: ListDomainsQuery, @CurrentCaller() { subject }: Caller) {
    const { rows, total } = await this.queries.list(subject.workspaceId, query);
    const data = rows.map((row) => this.presenter.present(row, row));
    return listOf({ data, total, page: query.page, limit: query.limit });
  }

  @Get(':id')
  @getEndpoint('domains.get', 'Get a domain', {
    description: 'The domain as it is, or as it was at an instant.',
    query: pointInTimeQuery,
    errors: ['event_store_mismatch'],
    answer: domainAnswer,
  })
  async get(@Id('dom') id: string, @ValidQuery() { as_of }: PointInTimeQuery, @CurrentCaller() caller: Caller) {
    if (as_of) return this.at(id, as_of, caller);
    const row = found(await this.queries.find(caller.subject.workspaceId, id));
    return versioned(row, this.presenter.present(row, row));
  }

  @Get(':id/history')
  @historyEndpoint('domains.history', 'History of a domain', {
    description: 'The changes of the domain, oldest first; also of a removed one.',
  })
  history(@Id('dom') id: string, @ValidQuery() query: HistoryQuery, @CurrentCaller() caller: Caller) {
    return this.histories.page(domainChronicle, { stream: domainStream(id), id }, query, caller);
  }

  @Post(':id/verify')
  @Endpoint({
    id: 'domains.verify',
    summary: 'Verify a domain',
    description:
      'Asks DNS for the TXT record. Found: the domain is `verified`. Missing: a pending domain stays pending, and a ' +
      'verified one fails after three misses in 48 hours or more; it is also checked daily. If no name server ' +
      'answers, only `last_check` changes. While another workspace has verified the host name and its record is in ' +
      'DNS: 409.',
    scope: 'write',
    responses: { 200: domainRecord },
    headers: ['ETag', 'Waymark-Pending'],
    errors: ['domain_in_use'],
  })
  async verify(@Id('dom') id: string, @CurrentCaller() caller: Caller) {
    const sent = await this.verification.verify(id, caller);
    const row = found(await this.queries.find(caller.subject.workspaceId, id));
    // A check is no edit: the version stays.
    const version = { revision: row.revision, pending: sent?.pending ?? [] };
    return versioned(version, this.presenter.present(sent?.state ?? row, row));
  }

  @Patch(':id')
  @changeEndpoint('domains.update', 'Change a domain', {
    description: 'Absent fields are unchanged; null clears a field. Only a verified domain can be made primary.',
    body: updateDomainBody,
    answer: domainRecord,
    errors: ['invalid_state', 'limit_reached', 'redirect_loop', 'unsafe_destination'],
  })
  async update(
    @Id('dom') id: string,
    @ValidBody() body: UpdateDomainBody,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: AcceptedRevisions,
  ) {
    const { hostname } = found(await this.queries.find(caller.subject.workspaceId, id));
    demandNone(await this.policy.problemsOfUrls(body, hostname, caller));
    return this.changed(await this.commands.update(id, body, caller, expected), caller);
  }

  @Delete(':id')
  @deleteEndpoint('domains.delete', 'Remove a domain', {
    description:
      'Its links stay and resolve no more, until it is added and verified again. A domain with links is removed with ' +
      '`force=true` only.',
    query: removeDomainQuery,
    answer: 'Removed.',
    errors: ['domain_in_use'],
  })
  async remove(
    @Id('dom') id: string,
    @ValidQuery() { force }: RemoveDomainQuery,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: AcceptedRevisions,
  ) {
    return deleted(await this.commands.remove(id, force, caller, expected));
  }

  /** It may have been removed since: then its checks are not known any more. */
  private async changed(sent: Sent<Domain>, { subject }: Caller) {
    const row = await this.queries.find(subject.workspaceId, sent.state.id);
    return versioned(sent, this.presenter.present(sent.state, row ?? UNCHECKED));
  }

  private async at(id: string, instant: string, caller: Caller) {
    const row = await this.histories.liveAt(domainChronicle, { stream: domainStream(id), id }, instant, caller);
    return versioned(row, this.presenter.past(row, instant));
  }
}
