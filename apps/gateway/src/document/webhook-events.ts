import { PUBLIC_EVENTS } from '@contexts/aggregates';
import { CLICK_EVENTS, PING } from '@kernel';
import type { Schemas } from '@platform/http';
import { qrCodeShape } from '@contexts/qr-codes';
import { z } from 'zod';
import { clickRecord } from '../analytics/click-selection';
import { keyAtRecord } from '../api-keys/api-key.schemas';
import { campaignAtRecord } from '../campaigns/campaign.schemas';
import { domainAtRecord } from '../domains/domain.schemas';
import { linkAtRecord } from '../links/link.schemas';
import { webhookShape } from '../webhooks/webhook.schemas';

/** The records of events, by what the names of the events begin with. A new kind of resource is a line here. */
const RECORDS: Readonly<Record<string, z.ZodType>> = {
  link: linkAtRecord,
  campaign: campaignAtRecord,
  domain: domainAtRecord,
  qr_code: qrCodeShape,
  api_key: keyAtRecord,
  webhook: webhookShape,
};

const clickOfLink = z
  .object({
    click: clickRecord
      .omit({ link_id: true, short_url: true, domain: true, domain_id: true, tags: true, campaign_id: true })
      .omit({ continent: true, referrer_url: true })
      .meta({ id: 'EventClick', description: 'A click, without anything that identifies its visitor.' }),
    link: z
      .object({
        id: z.string().meta({ description: 'Id of the link.', example: 'link_2c7n4k0v9q8w1x5z3b6m7d4f2g' }),
        short_url: z.string().nullable().meta({
          description: 'Its short URL; null in the rare case that the link is not listed yet.',
          example: 'https://go.example.com/summer-26',
        }),
        tags: z.array(z.string()).meta({ description: 'Its tags.', example: ['summer', 'sale'] }),
        campaign_id: z
          .string()
          .nullable()
          .meta({ description: 'Id of its campaign.', example: 'cmp_01jd6q3x9v8w7t6s5r4p3n2m3k' }),
        external_id: z.string().nullable().meta({ description: 'Its id in another system.', example: 'cms-4711' }),
      })
      .meta({ id: 'EventLink', description: 'The link that was clicked.' }),
  })
  .meta({ id: 'EventClickOfLink', description: 'A click and its link.' });

const clicks = z
  .object({ clicks: z.array(clickOfLink).meta({ description: 'The clicks.' }) })
  .meta({ id: 'EventClicks', description: 'At most 500 clicks, or those of a second.' });

const nothing = z.object({}).meta({ id: 'EventNothing', description: 'Nothing.', example: {} });

interface Family {
  readonly name: string;
  readonly types: readonly string[];
  readonly data: z.ZodType;
  /** Whether it is about a resource, whose revision it has. */
  readonly ofResource: boolean;
}

const pascal = (text: string): string => text.replace(/(?:^|[_.])(\w)/g, (_, letter: string) => letter.toUpperCase());

const STREAMLESS: readonly string[] = [PING, ...CLICK_EVENTS];

/** Events with one kind of data: those of each resource, both kinds of clicks, and the ping. */
const families = (): readonly Family[] => {
  const prefixes = new Set(PUBLIC_EVENTS.filter((type) => !STREAMLESS.includes(type)).map(prefixOf));
  const ofResources = [...prefixes].map((prefix) => ({
    name: `${pascal(prefix)}WebhookEvent`,
    types: PUBLIC_EVENTS.filter((type) => !STREAMLESS.includes(type) && prefixOf(type) === prefix),
    data: recordOf(prefix),
    ofResource: true,
  }));
  const [clicked, many] = CLICK_EVENTS;
  return [
    ...ofResources,
    { name: 'LinkClickedWebhookEvent', types: [clicked], data: clickOfLink, ofResource: false },
    { name: 'LinkClicksWebhookEvent', types: [many], data: clicks, ofResource: false },
    { name: 'PingWebhookEvent', types: [PING], data: nothing, ofResource: false },
  ];
};

const recordOf = (prefix: string): z.ZodType => {
  const record = RECORDS[prefix];
  if (!record) throw new Error(`the events of ${prefix} have no record`);
  return record;
};

const prefixOf = (type: string): string => type.split('.', 1)[0] ?? type;

const schemaOf = ({ name, types, data, ofResource }: Family): z.ZodType =>
  z
    .object({
      id: z.string().meta({
        description: 'Id of the event, the same for every webhook and in every attempt.',
        example: 'evt_06a1zq3f9ge8kdsy1r2k4m8t0c',
      }),
      type: z.enum(types).meta({ description: 'What happened.' }),
      created_at: z.iso.datetime().meta({ description: 'When it happened.', example: '2026-11-22T09:30:00.000Z' }),
      workspace_id: z.string().meta({ description: 'Id of the workspace.', example: 'ws_01jd6q0000000000000000000a' }),
      api_version: z.literal('v1').meta({ description: 'Fields may be added within a version.' }),
      revision: z
        .string()
        .nullable()
        .meta({
          description: ofResource ? 'Of the resource: the highest is the newest.' : 'Null: it is about no resource.',
          example: ofResource ? '3' : null,
        }),
      data,
      ...(ofResource && {
        previous: z
          .record(z.string(), z.unknown())
          .optional()
          .meta({ description: 'Former values of the fields that changed.', example: {} }),
      }),
    })
    .meta({ id: name, description: `Body of ${types.map((type) => `\`${type}\``).join(', ')}.` });

/** Adds the bodies that webhooks get, by their type, for the callback of `webhooks.create`. */
export const addWebhookEvents = (schemas: Schemas): void => {
  const references = families().map((family) => {
    const { $ref } = schemas.of(schemaOf(family), 'output');
    return { $ref: String($ref), types: family.types };
  });
  schemas.add('WebhookEvent', {
    description: 'Body of a delivery to a webhook. More types may be added.',
    oneOf: references.map(({ $ref }) => ({ $ref })),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(references.flatMap(({ types, $ref }) => types.map((type) => [type, $ref]))),
    },
  });
};
