import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { linkIdOf } from '@contexts/links';
import { Endpoint, ValidQuery, demandNone, found, listOf } from '@platform/http';
import { type Caller, CurrentCaller } from '../caller';
import { digest } from '../ids';
import { listOfRecords, versioned } from '../responses';
import { LinkDomains } from './link-domains';
import { LinkPresenter } from './link.presenter';
import { LinkQueries } from './link.queries';
import {
  type LookupQuery,
  aliasQuery,
  countLinksQuery,
  linkRecord,
  listTagsQuery,
  lookupQuery,
  shortUrlParts,
} from './link.schemas';

/** Finds and counts links by fields other than their id. */
@Controller('v1')
export class LinkLookupController {
  constructor(
    private readonly queries: LinkQueries,
    private readonly presenter: LinkPresenter,
    private readonly domains: LinkDomains,
  ) {}

  @Get('links/lookup')
  @Endpoint({
    summary: 'Get a link by its alias or its short URL',
    scope: 'read',
    query: lookupQuery,
    responses: { 200: linkRecord },
    headers: ['ETag'],
    errors: ['not_found'],
  })
  async lookup(@ValidQuery() { short_url, ...named }: LookupQuery, @CurrentCaller() { subject, now }: Caller) {
    const { domain, alias = '' } = (short_url === undefined ? null : shortUrlParts(short_url)) ?? named;
    const { workspaceId } = subject;
    const id = this.domains.idOf(workspaceId, domain);
    const row = found(id === null ? null : await this.queries.find(workspaceId, linkIdOf(id, alias, digest)));
    return versioned(row, this.presenter.row(row, now));
  }

  @Get('links/exists')
  @Endpoint({
    summary: 'Check whether an alias is taken',
    description: 'By a link of any workspace, deleted links included.',
    scope: 'read',
    query: aliasQuery,
    responses: { 200: z.object({ exists: z.boolean() }) },
    errors: ['domain_not_verified'],
  })
  async exists(
    @ValidQuery() { alias, domain }: z.infer<typeof aliasQuery>,
    @CurrentCaller() { subject: { workspaceId } }: Caller,
  ) {
    demandNone(await this.domains.problemsOfQuery(workspaceId, domain));
    const id = this.domains.idOf(workspaceId, domain) ?? '';
    return { exists: await this.queries.exists(linkIdOf(id, alias, digest)) };
  }

  @Get('links/count')
  @Endpoint({
    summary: 'Count links',
    description: 'The exact number, with the filters of the list.',
    scope: 'read',
    query: countLinksQuery,
    responses: { 200: z.object({ count: z.int() }) },
  })
  async count(@ValidQuery() query: z.infer<typeof countLinksQuery>, @CurrentCaller() { subject }: Caller) {
    return { count: await this.queries.count(subject.workspaceId, query) };
  }

  @Get('tags')
  @Endpoint({
    summary: 'List tags',
    description: 'Tags of links that are not deleted, most used first.',
    scope: 'read',
    query: listTagsQuery,
    responses: { 200: listOfRecords(z.object({ tag: z.string(), count: z.int() })) },
    headers: ['Link'],
  })
  async tags(@ValidQuery() paging: z.infer<typeof listTagsQuery>, @CurrentCaller() { subject }: Caller) {
    const { rows, total } = await this.queries.tags(subject.workspaceId, paging);
    return listOf({ data: rows, total, ...paging });
  }
}
