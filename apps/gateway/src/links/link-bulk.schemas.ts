import { judgedLater } from '@platform/http';
import { z } from 'zod';
import { createLinkBody, deleteLinkItem, linkRecord, updateLinkItem } from './link.schemas';

/** A list of items, each of which is judged by itself. */
const itemsOf = (item: z.ZodType) => z.array(judgedLater(item)).min(1).max(100);

/** Body of `POST /v1/links/bulk`. */
export const createLinksBody = itemsOf(createLinkBody).meta({
  example: [
    { destination_url: 'https://example.com/summer', alias: 'summer-26' },
    { destination_url: 'https://example.com/autumn', tags: ['seasons'] },
  ],
});

/** Body of `PATCH /v1/links/bulk`. */
export const updateLinksBody = itemsOf(updateLinkItem).meta({
  example: [
    { id: 'link_0123456789abcdefghjkmnpqrs', title: 'Summer' },
    { id: 'link_zyxwvtsrqpnmkjhgfedcba9876', tags: ['seasons'], expires_at: null },
  ],
});

/** Body of `DELETE /v1/links/bulk`. */
export const deleteLinksBody = itemsOf(deleteLinkItem).meta({
  example: [{ id: 'link_0123456789abcdefghjkmnpqrs' }, { id: 'link_zyxwvtsrqpnmkjhgfedcba9876' }],
});

const index = z.int().meta({ description: 'Of the item in the request, from 0.' });
const status = z.int().meta({ description: 'That of a call with this item alone.' });
const error = z.looseObject({}).meta({
  allOf: [{ $ref: '#/components/schemas/Problem' }],
  description: 'The problem of such a call, with locations like `body[3].alias`.',
});
const failed = z.int().meta({ description: 'Items with an `error`.' });

const linkResults = z.array(z.object({ index, status, link: linkRecord.optional(), error: error.optional() }));

/** What became of each item that creates. */
export const createdLinks = z.object({
  data: linkResults,
  meta: z.object({
    created: z.int().meta({ description: 'Items with status 201; a link that was found has 200.' }),
    failed,
  }),
});

const succeeded = z.object({ succeeded: z.int(), failed });

/** What became of each item that changes. */
export const updatedLinks = z.object({ data: linkResults, meta: succeeded });

/** What became of each item that deletes: 204, or an error. */
export const deletedLinks = z.object({
  data: z.array(z.object({ index, status, error: error.optional() })),
  meta: succeeded,
});
