import { CAMPAIGN_STATUSES } from '@contexts/campaigns';
import { pagingQuery, refusing } from '@platform/http';
import { z } from 'zod';
import { bodyInstant } from '../instant.schemas';
import { tags } from '../links/link-fields.schemas';
import { pointInTimeRecord } from '../history/history.schemas';
import { instantField, textField } from '../record-fields.schemas';
import { listOfRecords } from '../responses';
import { exactText, line, optional, readOnly } from '../text.schemas';

const name = line(255).meta({ description: 'Name of the campaign.', example: 'Summer 2026' });
/** @param utm name of the parameter */
const inherited = (utm: string, example: string) =>
  line(255).meta({
    description: `The \`${utm}\` of each link, unless the destination, the visitor or the link has one.`,
    example,
  });

/** What can be edited besides the name. */
const editable = {
  description: line(1_000).meta({ description: 'Notes, for your own use.', example: 'Newsletter and posters.' }),
  starts_at: bodyInstant.meta({ description: 'A draft is started then.', example: '2026-12-01T00:00:00Z' }),
  ends_at: bodyInstant.meta({
    description: 'An active or paused campaign is ended then. Later than `starts_at`.',
    example: '2026-12-31T00:00:00Z',
  }),
  utm_source: inherited('utm_source', 'newsletter'),
  utm_medium: inherited('utm_medium', 'email'),
  utm_campaign: inherited('utm_campaign', 'summer'),
  tags,
};

const READ_ONLY = readOnly('id', 'status', 'link_count', 'clicks', 'created_at', 'updated_at');

/** Body of `POST /v1/campaigns`. */
export const createCampaignBody = refusing(
  z
    .strictObject({
      name,
      description: optional(editable.description),
      starts_at: optional(editable.starts_at),
      ends_at: optional(editable.ends_at),
      utm_source: optional(editable.utm_source),
      utm_medium: optional(editable.utm_medium),
      utm_campaign: optional(editable.utm_campaign),
      tags: optional(tags),
    })
    .meta({
      id: 'CampaignCreate',
      description: 'A new campaign. Only its name is required; null is as if absent.',
      example: { name: 'Summer 2026', utm_source: 'newsletter', utm_campaign: 'summer', tags: ['summer'] },
    }),
  READ_ONLY,
);
export type CreateCampaignBody = z.infer<typeof createCampaignBody>;

/** Body of `PATCH /v1/campaigns/{id}`: an absent field stays as it is, null clears it. */
export const updateCampaignBody = refusing(
  z
    .strictObject({
      name: name.optional(),
      description: editable.description.nullable().optional(),
      starts_at: editable.starts_at.nullable().optional(),
      ends_at: editable.ends_at.nullable().optional(),
      utm_source: editable.utm_source.nullable().optional(),
      utm_medium: editable.utm_medium.nullable().optional(),
      utm_campaign: editable.utm_campaign.nullable().optional(),
      tags: tags.nullable().optional(),
    })
    .meta({
      id: 'CampaignUpdate',
      description: 'Changes of a campaign. An absent field stays as it is, null clears it.',
      example: { description: 'Newsletter and posters.', utm_medium: null },
    }),
  READ_ONLY,
);
export type UpdateCampaignBody = z.infer<typeof updateCampaignBody>;

/** Body of `POST /v1/campaigns/{id}/links`. */
export const attachLinksBody = z
  .strictObject({
    link_ids: z
      .array(exactText(100))
      .min(1, { error: 'must not be empty' })
      .max(1_000, { error: 'must have at most 1,000 ids' })
      .meta({ description: 'Ids of links of the workspace.', example: ['link_2c7n4k0v9q8w1x5z3b6m7d4f2g'] }),
  })
  .meta({ id: 'CampaignLinks', description: 'Links that are to be added to a campaign.' });
export type AttachLinksBody = z.infer<typeof attachLinksBody>;

const status = z
  .enum(CAMPAIGN_STATUSES)
  .meta({ id: 'CampaignStatus', description: 'Status of a campaign. It changes no redirect.', example: 'active' });

/** Query of `GET /v1/campaigns`. */
export const listCampaignsQuery = z.strictObject({
  ...pagingQuery,
  status: status.optional().meta({ description: 'Campaigns with this status alone.' }),
});
export type ListCampaignsQuery = z.infer<typeof listCampaignsQuery>;

/** A campaign at an instant. */
export const campaignAtRecord = z
  .object({
    id: z.string().meta({ description: 'Id of the campaign.', example: 'cmp_01jd6q3x9v8w7t6s5r4p3n2m3k' }),
    name: z.string().meta({ description: 'Name of the campaign.', example: 'Summer 2026' }),
    description: textField('Notes, for your own use.', 'Newsletter and posters.'),
    status,
    starts_at: instantField('A draft is started then.', '2026-12-01T00:00:00.000Z').nullable(),
    ends_at: instantField('An active or paused campaign is ended then.', '2026-12-31T00:00:00.000Z').nullable(),
    utm_source: textField('The `utm_source` that its links inherit.', 'newsletter'),
    utm_medium: textField('The `utm_medium` that its links inherit.', 'email'),
    utm_campaign: textField('The `utm_campaign` that its links inherit.', 'summer'),
    tags: z.array(z.string()).meta({ description: 'Tags of the campaign.', example: ['summer'] }),
    created_at: instantField('When it was created.'),
    updated_at: instantField('When it was last changed.'),
  })
  .meta({ id: 'CampaignAt', description: 'A campaign without its counters, as it was at an instant.' });

const campaignCounters = z
  .object({
    link_count: z.int().meta({ description: 'Links of the campaign that are not deleted.', example: 3 }),
    clicks: z.int().meta({ description: 'Clicks by people on links while these were in the campaign.', example: 128 }),
  })
  .meta({ id: 'CampaignCounters', description: 'Counters of a campaign.' });

/** The campaign record, for the OpenAPI document. */
export const campaignRecord = z
  .intersection(campaignAtRecord, campaignCounters)
  .meta({ id: 'Campaign', description: 'A campaign with its counters.' });

export const campaignListRecord = listOfRecords(campaignRecord, 'CampaignList', 'A page of campaigns.');

/** Answer of `GET /v1/campaigns/{id}`. */
export const campaignAnswer = pointInTimeRecord(campaignAtRecord, campaignCounters, campaignRecord);
