import { Controller, Get } from '@nestjs/common';
import type { z } from 'zod';
import { linkIdOf } from '@contexts/links';
import { Endpoint, ValidQuery, demandNone, found, listOf } from '@platform/http';
import { type Caller, CurrentCaller } from '../caller';
import { getEndpoint, listEndpoint } from '../endpoints';
import { digest } from '../ids';
import { versioned } from '../responses';
import { LinkDomains } from './link-domains';
import { LinkPresenter } from './link.presenter';
import { LinkQueries } from './link.queries';
import {
  type LookupQuery,
  aliasQuery,
  countLinksQuery,
  listTagsQuery,
  lookupQuery,
  shortUrlParts,
} from './link-query.schemas';
import { aliasExists, linkCount, linkRecord, tagList } from './link.schemas';

/** Finds and counts links by fields other than their id. */
@Controller('v1')
export class LinkLookupController {
  constructor(
    private readonly queries: LinkQueries,
    private readonly presenter: LinkPresenter,
    private readonly domains: LinkDomains,
  ) {}

  @Get('links/lookup')
  @getEndpoint('links.lookup', 'Get a link by its alias or its short URL', {
    description: 'Of the workspace. Send `alias`, with `domain` or without, or `short_url` alone.',
    query: lookupQuery,
    answer: linkRecord,
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
    id: 'links.exists',
    summary: 'Check whether an alias is taken',
    description:
      'By a link of any workspace, deleted links included. On a domain where this workspace cannot create links it is ' +
      'a 400, whether or not the domain exists.',
    scope: 'read',
    query: aliasQuery,
    responses: { 200: aliasExists },
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
    id: 'links.count',
    summary: 'Count links',
    description: 'The exact number, with the filters of the list.',
    scope: 'read',
    query: countLinksQuery,
    responses: { 200: linkCount },
  })
  async count(@ValidQuery() query: z.infer<typeof countLinksQuery>, @CurrentCaller() { subject, now }: Caller) {
    return { count: await this.queries.count(subject.workspaceId, { ...query, now }) };
  }

  @Get('tags')
  @listEndpoint('tags.list', 'List tags', {
    description: 'Tags of links that are not deleted, most used first.',
    query: listTagsQuery,
    answer: tagList,
  })
  async tags(@ValidQuery() paging: z.infer<typeof listTagsQuery>, @CurrentCaller() { subject }: Caller) {
    const { rows, total } = await this.queries.tags(subject.workspaceId, paging);
    return listOf({ data: rows, total, ...paging });
  }
}
