import { CAMPAIGN_STATUSES } from '@contexts/campaigns';
import { pagingQuery, refusing } from '@platform/http';
import { z } from 'zod';
import { bodyInstant } from '../instant.schemas';
import { tags, utm } from '../links/link.schemas';
import { listOfRecords } from '../responses';
import { line, optional } from '../text.schemas';

const name = line(255).meta({ example: 'Summer 2026' });
const inherited = utm.meta({
  description: 'Added to the destination of each link, unless the destination, the visitor or the link has one.',
});

/** What can be edited besides the name. */
const editable = {
  description: line(1_000),
  starts_at: bodyInstant.meta({ description: 'A draft is started then.' }),
  ends_at: bodyInstant.meta({ description: 'An active or paused campaign is ended then. Later than `starts_at`.' }),
  utm_source: inherited,
  utm_medium: inherited,
  utm_campaign: inherited,
  tags,
};

const READ_ONLY = Object.fromEntries(
  ['id', 'status', 'link_count', 'clicks', 'created_at', 'updated_at'].map((field) => [
    field,
    'cannot be set: it is read-only',
  ]),
);

/** Body of `POST /v1/campaigns`. */
export const createCampaignBody = z.strictObject({
  name,
  description: optional(editable.description),
  starts_at: optional(editable.starts_at),
  ends_at: optional(editable.ends_at),
  utm_source: optional(inherited),
  utm_medium: optional(inherited),
  utm_campaign: optional(inherited),
  tags: optional(tags),
});
refusing(createCampaignBody, READ_ONLY);
export type CreateCampaignBody = z.infer<typeof createCampaignBody>;

/** Body of `PATCH /v1/campaigns/{id}`: an absent field stays as it is, null clears it. */
export const updateCampaignBody = z.strictObject({
  name: name.optional(),
  description: editable.description.nullable().optional(),
  starts_at: editable.starts_at.nullable().optional(),
  ends_at: editable.ends_at.nullable().optional(),
  utm_source: inherited.nullable().optional(),
  utm_medium: inherited.nullable().optional(),
  utm_campaign: inherited.nullable().optional(),
  tags: tags.nullable().optional(),
});
refusing(updateCampaignBody, READ_ONLY);
export type UpdateCampaignBody = z.infer<typeof updateCampaignBody>;

/** Body of `POST /v1/campaigns/{id}/links`. */
export const attachLinksBody = z.strictObject({
  link_ids: z
    .array(z.string().max(100))
    .min(1, { error: 'must not be empty' })
    .max(1_000, { error: 'must have at most 1,000 ids' })
    .meta({ example: ['link_2c7n4k0v9q8w1x5z3b6m7d4f2g'] }),
});
export type AttachLinksBody = z.infer<typeof attachLinksBody>;

/** Query of `GET /v1/campaigns`. */
export const listCampaignsQuery = z.strictObject({ ...pagingQuery, status: z.enum(CAMPAIGN_STATUSES).optional() });
export type ListCampaignsQuery = z.infer<typeof listCampaignsQuery>;

const text = z.string().nullable();
const instant = z.iso.datetime().nullable();

const stored = {
  id: z.string().meta({ example: 'cmp_01jd6q3x9v8w7t6s5r4p3n2m3k' }),
  name: z.string(),
  description: text,
  status: z.enum(CAMPAIGN_STATUSES),
  starts_at: instant,
  ends_at: instant,
  utm_source: text,
  utm_medium: text,
  utm_campaign: text,
  tags: z.array(z.string()),
};
const times = { created_at: z.iso.datetime(), updated_at: z.iso.datetime() };

/** The campaign record, for the OpenAPI document. */
export const campaignRecord = z
  .object({
    ...stored,
    link_count: z.int().meta({ description: 'Links of the campaign that are not deleted.' }),
    clicks: z.int().meta({ description: 'Clicks by people on links while these were in the campaign.' }),
    ...times,
  })
  .meta({ id: 'Campaign' });

export const campaignListRecord = listOfRecords(campaignRecord);

/** A campaign at an instant. */
export const campaignAtRecord = z.object({ ...stored, ...times }).meta({ id: 'CampaignAt' });
