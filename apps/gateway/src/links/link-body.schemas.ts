import { z } from 'zod';
import { refusing } from '@platform/http';
import { optional, readOnly } from '../text.schemas';
import { alias, domain, editable, linkId } from './link-fields.schemas';
import { newPreview } from './link-preview.schema';
import { destinationUrl } from './link-values.schemas';

type Clearable<S extends z.ZodRawShape> = { readonly [F in keyof S]: z.ZodOptional<z.ZodNullable<S[F]>> };

const clearable = <S extends z.ZodRawShape>(shape: S) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, z.optional(z.nullable(schema))]),
  ) as Clearable<S>;

type AllOptional<S extends z.ZodRawShape> = { readonly [F in keyof S]: ReturnType<typeof optional<S[F] & z.ZodType>> };

const allOptional = <S extends z.ZodRawShape>(shape: S) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, optional(schema as z.ZodType)]),
  ) as unknown as AllOptional<S>;

/** Fields of a record that no body sets. */
const READ_ONLY = readOnly(
  'id',
  'short_url',
  'status',
  'has_password',
  'clicks',
  'unique_clicks',
  'bot_clicks',
  'last_clicked_at',
  'qr_url',
  'created_at',
  'created_by',
  'updated_at',
);

const IDENTITY = Object.fromEntries(
  ['alias', 'domain'].map((field) => [
    field,
    'cannot be changed: alias and domain are what a link is known by; create another link instead',
  ]),
);

/** Body of `POST /v1/links`. */
export const createLinkBody = refusing(
  z
    .strictObject({
      destination_url: destinationUrl,
      alias: optional(alias),
      domain: optional(domain),
      ...allOptional({ ...editable, preview: newPreview }),
      find_if_exists: optional(
        z.boolean().meta({
          description:
            'Answers with 200 and the link that has this domain, destination and every field that was sent, if there ' +
            'is one that is not deleted.',
          example: false,
        }),
      ),
    })
    .meta({
      id: 'LinkCreate',
      description: 'A new link. Only its destination is required; null is as if absent.',
      example: {
        destination_url: 'https://example.com/summer?ref=1',
        title: 'Summer sale',
        tags: ['summer', 'sale'],
        utm_source: 'newsletter',
        expires_at: '2030-12-31T00:00:00Z',
      },
    }),
  READ_ONLY,
);
export type CreateLinkBody = z.infer<typeof createLinkBody>;

const NO_CHANGE = { ...READ_ONLY, ...IDENTITY };

/** Body of `PATCH /v1/links/{id}`: an absent field stays as it is, null clears it. */
export const updateLinkBody = refusing(
  z.strictObject({ destination_url: destinationUrl.optional(), ...clearable(editable) }).meta({
    id: 'LinkUpdate',
    description: 'Changes of a link. An absent field stays as it is, null clears it.',
    example: { title: 'Winter sale', tags: ['winter', 'sale'], utm_source: null },
  }),
  NO_CHANGE,
);
export type UpdateLinkBody = z.infer<typeof updateLinkBody>;

/** An item of `PATCH /v1/links/bulk`: the id of a link, and the body of its PATCH. */
export const updateLinkItem = refusing(
  z.strictObject({ id: linkId, ...updateLinkBody.shape }).meta({
    id: 'LinkUpdateItem',
    description: 'The id of a link and its changes. An absent field stays as it is, null clears it.',
    example: { id: 'link_2c7n4k0v9q8w1x5z3b6m7d4f2g', title: 'Winter sale', expires_at: null },
  }),
  NO_CHANGE,
);

/** An item that names a link, and says no more. */
export const linkItem = z.strictObject({ id: linkId });

/** An item of `DELETE /v1/links/bulk`. */
export const deleteLinkItem = linkItem.meta({
  id: 'LinkDeleteItem',
  description: 'The id of a link that is to be deleted.',
});

/** An item of `POST /v1/links/bulk/restore`. */
export const restoreLinkItem = linkItem.meta({
  id: 'LinkRestoreItem',
  description: 'The id of a link that is to be restored.',
});

/** An item of `POST /v1/links/bulk/disable`, and of the other switches. */
export const switchLinkItem = linkItem.meta({
  id: 'LinkSwitchItem',
  description: 'The id of a link that is to be disabled, enabled, archived or unarchived.',
});

const { external_id: _, ...editableByPut } = editable;

/** Body of `PUT /v1/links/by-external-id/{external_id}`: that of a PATCH, with what a new link may have besides. */
export const putLinkBody = refusing(
  z
    .strictObject({
      destination_url: destinationUrl.optional().meta({ description: 'Required where no link has the external id.' }),
      alias: optional(alias),
      domain: optional(domain),
      ...clearable(editableByPut),
    })
    .meta({
      id: 'LinkUpsert',
      description: 'A new link, or changes of the one that is there. An absent field stays as it is, null clears it.',
      example: { destination_url: 'https://example.com/summer?ref=1', title: 'Summer sale', tags: ['summer'] },
    }),
  { ...READ_ONLY, external_id: 'is in the path' },
);
export type PutLinkBody = z.infer<typeof putLinkBody>;

/** Body of `POST /api/urls`, in camelCase. */
export const createUrlBody = z
  .strictObject({ originalUrl: destinationUrl })
  .meta({ id: 'UrlCreate', description: 'A URL to shorten.' });
