import { Controller, Delete, Patch, Post } from '@nestjs/common';
import type { z } from 'zod';
import { Endpoint, type OperationId, type ResponseSpec, ValidBody } from '@platform/http';
import { type Caller, CurrentCaller } from '../caller';
import { type Attempt, CurrentAttempt } from '../idempotency';
import { unversioned } from '../responses';
import { type BulkAction, type BulkAnswer, LinkBulk } from './link-bulk';
import {
  createLinksBody,
  createdLinks,
  deleteLinksBody,
  deletedLinks,
  restoreLinksBody,
  restoredLinks,
  switchLinksBody,
  switchedLinks,
  updateLinksBody,
  updatedLinks,
} from './link-bulk.schemas';

/** Bytes: 100 links with long destinations, rules and variants. */
const BODY_LIMIT = 5 * 1024 * 1024;

/** Declares a route that takes a list of items. */
const bulkEndpoint = (id: OperationId, summary: string, what: string, body: z.ZodType, answer: ResponseSpec) =>
  Endpoint({
    id,
    summary,
    description:
      `${what} A fault of one item stands in its own \`error\` and stops no other item; a 400 of the whole call is ` +
      'about the list. Items about one link, alias or external id are handled in their order, others at the same ' +
      'time. If our side fails in the middle, the items it failed for have a 503 and the answer is not final: the ' +
      'same call with the same Idempotency-Key handles these items alone. One call takes one request of the rate ' +
      'limit.',
    scope: 'write',
    body,
    bodyLimit: BODY_LIMIT,
    responses: { 200: answer },
    headers: ['Waymark-Pending'],
  });

const deleteEndpoint = (id: OperationId) =>
  bulkEndpoint(id, 'Delete up to 100 links', 'Each item has status 204, or an error.', deleteLinksBody, deletedLinks);

/** Declares a route that switches something of each link on or off. */
const switchEndpoint = (id: OperationId, summary: string, effect: string) => {
  const what = `${effect} Each item has the \`id\` alone. A link that is so already stays as it is.`;
  return bulkEndpoint(id, summary, what, switchLinksBody, switchedLinks);
};

@Controller('v1/links/bulk')
export class LinksBulkController {
  constructor(private readonly bulk: LinkBulk) {}

  @Post()
  @bulkEndpoint(
    'links.createMany',
    'Create up to 100 links',
    'Each item is the body of a `POST /v1/links`. Of items with one alias the first has it.',
    createLinksBody,
    createdLinks,
  )
  async create(@ValidBody() items: unknown[], @CurrentCaller() caller: Caller, @CurrentAttempt() attempt: Attempt) {
    return this.run('create', items, caller, attempt);
  }

  @Patch()
  @bulkEndpoint(
    'links.updateMany',
    'Change up to 100 links',
    'Each item is the body of a `PATCH /v1/links/{id}` with the `id`.',
    updateLinksBody,
    updatedLinks,
  )
  async update(@ValidBody() items: unknown[], @CurrentCaller() caller: Caller, @CurrentAttempt() attempt: Attempt) {
    return this.run('update', items, caller, attempt);
  }

  @Delete()
  @deleteEndpoint('links.deleteMany')
  async delete(@ValidBody() items: unknown[], @CurrentCaller() caller: Caller, @CurrentAttempt() attempt: Attempt) {
    return this.run('delete', items, caller, attempt);
  }

  /** For clients and proxies that drop the body of a DELETE. */
  @Post('delete')
  @deleteEndpoint('links.deleteManyByPost')
  async deleteByPost(
    @ValidBody() items: unknown[],
    @CurrentCaller() caller: Caller,
    @CurrentAttempt() attempt: Attempt,
  ) {
    return this.run('delete', items, caller, attempt);
  }

  @Post('restore')
  @bulkEndpoint(
    'links.restoreMany',
    'Restore up to 100 deleted links',
    'Each item has the `id` alone. A link that is not deleted stays as it is.',
    restoreLinksBody,
    restoredLinks,
  )
  async restore(@ValidBody() items: unknown[], @CurrentCaller() caller: Caller, @CurrentAttempt() attempt: Attempt) {
    return this.run('restore', items, caller, attempt);
  }

  @Post('disable')
  @switchEndpoint(
    'links.disableMany',
    'Disable up to 100 links',
    'They are not found any more by visitors, until they are enabled.',
  )
  async disable(@ValidBody() items: unknown[], @CurrentCaller() caller: Caller, @CurrentAttempt() attempt: Attempt) {
    return this.run('disable', items, caller, attempt);
  }

  @Post('enable')
  @switchEndpoint('links.enableMany', 'Enable up to 100 links', 'They redirect again.')
  async enable(@ValidBody() items: unknown[], @CurrentCaller() caller: Caller, @CurrentAttempt() attempt: Attempt) {
    return this.run('enable', items, caller, attempt);
  }

  @Post('archive')
  @switchEndpoint(
    'links.archiveMany',
    'Archive up to 100 links',
    'They redirect as before; their status is `archived`, also where they are disabled or have expired.',
  )
  async archive(@ValidBody() items: unknown[], @CurrentCaller() caller: Caller, @CurrentAttempt() attempt: Attempt) {
    return this.run('archive', items, caller, attempt);
  }

  @Post('unarchive')
  @switchEndpoint('links.unarchiveMany', 'Unarchive up to 100 links', 'Their status is no longer `archived`.')
  async unarchive(@ValidBody() items: unknown[], @CurrentCaller() caller: Caller, @CurrentAttempt() attempt: Attempt) {
    return this.run('unarchive', items, caller, attempt);
  }

  private async run(action: BulkAction, items: readonly unknown[], caller: Caller, attempt: Attempt) {
    const { data, pending, open, position } = await this.bulk.handle(action, items, caller, attempt.earlier);
    if (open.length > 0) attempt.leaveOpen({ open, position: String(position) });
    return unversioned({ pending }, { data, meta: metaOf(action, data) });
  }
}

const metaOf = (action: BulkAction, data: BulkAnswer['data']) => {
  const failed = data.filter(({ status }) => status >= 400).length;
  if (action !== 'create') return { succeeded: data.length - failed, failed };
  return { created: data.filter(({ status }) => status === 201).length, failed };
};
