import { z } from 'zod';
import { linkRecordShape } from '@contexts/links';
import { pointInTimeRecord } from '../history/history.schemas';
import { countField } from '../record-fields.schemas';
import { cursorListOfRecords, listOfRecords } from '../responses';

/** A link at an instant. */
export const linkAtRecord = z
  .object(linkRecordShape)
  .meta({ id: 'LinkAt', description: 'A link without its counters, as it was at an instant.' });

/** What counts visits to a link. */
export const linkCounters = z
  .object({
    clicks: countField('Clicks by people, without bots, HEAD and prefetch.', 128),
    unique_clicks: countField('Distinct visitors per UTC day.', 97),
    bot_clicks: countField('Visits of bots.', 12),
    last_clicked_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When a person last clicked it.', example: '2026-11-22T17:04:31.482Z' }),
  })
  .meta({ id: 'LinkCounters', description: 'Counters of a link.' });

/** The link record, for the OpenAPI document. */
export const linkRecord = z
  .intersection(linkAtRecord, linkCounters)
  .meta({ id: 'Link', description: 'A short link with its counters.' });

const { id, short_url, destination_url, ...fields } = linkRecordShape;
const { clicks, ...otherCounters } = linkCounters.shape;

/** The names of its fields, in the order of the record. */
export const LINK_RECORD_FIELDS = Object.keys({
  ...{ id, short_url, destination_url, clicks },
  ...fields,
  ...otherCounters,
});

/** The list of links. */
export const linkListSchema = cursorListOfRecords(linkRecord, 'LinkList', 'A page of links.');

/** Answer of `POST /api/urls`. */
export const shortUrlRecord = z
  .object({
    shortCode: z.string().meta({ description: 'Alias of the link.', example: 'x7k2m9p' }),
    shortUrl: z.string().meta({ description: 'The address to share.', example: 'https://go.example.com/x7k2m9p' }),
    originalUrl: z.string().meta({ description: 'Where it leads.', example: 'https://example.com/summer?ref=1' }),
  })
  .meta({ id: 'ShortUrl', description: 'A shortened URL.' });

/** Answer of `GET /v1/links/count`. */
export const linkCount = z
  .object({ count: countField('How many links meet the filters.', 128) })
  .meta({ id: 'LinkCount', description: 'How many links meet the filters.' });

/** Answer of `GET /v1/links/exists`. */
export const aliasExists = z
  .object({
    exists: z.boolean().meta({ description: 'Whether a link has the alias, of any workspace.', example: true }),
  })
  .meta({ id: 'AliasExists', description: 'Whether an alias is taken.' });

/** An entry of `GET /v1/tags`. */
const tagRecord = z
  .object({
    tag: z.string().meta({ description: 'The tag.', example: 'summer' }),
    count: z.int().meta({ description: 'Links that have it and are not deleted.', example: 12 }),
  })
  .meta({ id: 'Tag', description: 'A tag and how many links have it.' });

/** The list of tags. */
export const tagList = listOfRecords(tagRecord, 'TagList', 'A page of tags.');

/** Answer of `GET /v1/links/{id}`. */
export const linkAnswer = pointInTimeRecord(linkAtRecord, linkCounters, linkRecord);
