import { PROBLEM_EXAMPLE, exampleOf, judgedLater } from '@platform/http';
import { z } from 'zod';
import { countField } from '../record-fields.schemas';
import { createLinkBody, deleteLinkItem, restoreLinkItem, switchLinkItem, updateLinkItem } from './link-body.schemas';
import { linkRecord } from './link.schemas';

/** A list of items, each of which is judged by itself. */
const itemsOf = (item: z.ZodType) => z.array(judgedLater(item)).min(1).max(100);

/** Body of `POST /v1/links/bulk`. */
export const createLinksBody = itemsOf(createLinkBody).meta({
  id: 'LinkCreateList',
  description: 'New links.',
  example: [
    { destination_url: 'https://example.com/summer', alias: 'summer-26-bulk' },
    { destination_url: 'https://example.com/autumn', tags: ['seasons'] },
  ],
});

/** Body of `PATCH /v1/links/bulk`. */
export const updateLinksBody = itemsOf(updateLinkItem).meta({
  id: 'LinkUpdateList',
  description: 'Changes of links.',
  example: [
    { id: 'link_2c7n4k0v9q8w1x5z3b6m7d4f2g', title: 'Summer' },
    { id: 'link_9m3p6r8t0v2x4z6b8d0f2h4k6n', tags: ['seasons'], expires_at: null },
  ],
});

const TWO_LINKS = [{ id: 'link_2c7n4k0v9q8w1x5z3b6m7d4f2g' }, { id: 'link_9m3p6r8t0v2x4z6b8d0f2h4k6n' }];

/** Body of `DELETE /v1/links/bulk`. */
export const deleteLinksBody = itemsOf(deleteLinkItem).meta({
  id: 'LinkDeleteList',
  description: 'Links that are to be deleted.',
  example: TWO_LINKS,
});

/** Body of `POST /v1/links/bulk/restore`. */
export const restoreLinksBody = itemsOf(restoreLinkItem).meta({
  id: 'LinkRestoreList',
  description: 'Deleted links that are to be restored.',
  example: TWO_LINKS,
});

/** Body of `POST /v1/links/bulk/disable`, and of the other switches. */
export const switchLinksBody = itemsOf(switchLinkItem).meta({
  id: 'LinkSwitchList',
  description: 'Links that are to be disabled, enabled, archived or unarchived.',
  example: TWO_LINKS,
});

const index = countField('Of the item in the request, from 0.', 0);
const status = countField('That of a call with this item alone.', 200);
const failed = countField('Items with an `error`.', 1);

const error = z.unknown().meta({
  allOf: [{ $ref: '#/components/schemas/Problem' }],
  description: 'The problem of such a call, with locations like `body[3].alias`.',
  example: PROBLEM_EXAMPLE,
});

const linkResult = z
  .object({ index, status, link: linkRecord.optional(), error: error.optional() })
  .meta({ id: 'LinkResult', description: 'What became of an item: its link, or an error.' });
const deletionResult = z
  .object({ index, status, error: error.optional() })
  .meta({ id: 'LinkDeletionResult', description: 'What became of an item: status 204, or an error.' });

const link = exampleOf(linkRecord);
const failure = { index: 1, status: 409, error: PROBLEM_EXAMPLE };

const answer = (result: z.ZodType, meta: z.ZodObject, id: string, example: readonly object[]) =>
  z.object({ data: z.array(result).meta({ description: 'The results, in the order of the items.' }), meta }).meta({
    id,
    description: 'What became of each item.',
    example: { data: example, meta: Object.fromEntries(Object.keys(meta.shape).map((name) => [name, 1])) },
  });

const succeeded = z
  .object({ succeeded: countField('Items without an `error`.', 1), failed })
  .meta({ id: 'BulkMeta', description: 'How many items succeeded and failed.' });

/** What became of each item that creates. */
export const createdLinks = answer(
  linkResult,
  z
    .object({ created: countField('Items with status 201; a link that was found has 200.', 1), failed })
    .meta({ id: 'BulkCreateMeta', description: 'How many items created a link and how many failed.' }),
  'LinkCreateResults',
  [{ index: 0, status: 201, link }, failure],
);

/** What became of each item that changes. */
export const updatedLinks = answer(linkResult, succeeded, 'LinkUpdateResults', [
  { index: 0, status: 200, link },
  failure,
]);

/** What became of each item that restores. */
export const restoredLinks = answer(linkResult, succeeded, 'LinkRestoreResults', [
  { index: 0, status: 200, link },
  failure,
]);

/** What became of each item that disables, enables, archives or unarchives. */
export const switchedLinks = answer(linkResult, succeeded, 'LinkSwitchResults', [
  { index: 0, status: 200, link },
  failure,
]);

/** What became of each item that deletes: 204, or an error. */
export const deletedLinks = answer(deletionResult, succeeded, 'LinkDeleteResults', [
  { index: 0, status: 204 },
  failure,
]);
