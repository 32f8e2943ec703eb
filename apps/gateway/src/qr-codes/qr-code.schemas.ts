import { z } from 'zod';
import { pagingQuery, refusing } from '@platform/http';
import { destinationUrl } from '../links/link-values.schemas';
import { line, optional } from '../text.schemas';
import { qrOptionFields } from './qr-option.schemas';

const clearable = <S extends z.ZodType>(schema: S) => schema.nullable().optional();

const link = z.string().min(1).max(100).meta({
  description: 'A link of the workspace: the QR code holds its short URL with `?qr=1`. Either this or `url`.',
});
const url = destinationUrl.meta({ description: 'What the QR code holds, exactly as given. Either this or `link_id`.' });
const logo = destinationUrl.meta({
  description:
    'A PNG or JPEG of at most 256 kB and 4 megapixels. It is fetched once, when this is set, and drawn at a fifth of the ' +
    'side. Only with level Q, the default beside it, or H.',
});

const READ_ONLY = Object.fromEntries(
  ['id', 'image_url', 'created_at', 'created_by', 'updated_at'].map((name) => [name, 'cannot be set: it is read-only']),
);

const { format, size, level, margin, fg_color, bg_color } = qrOptionFields;

/** Body of `POST /v1/qr-codes`. */
export const createQrCodeBody = refusing(
  z.strictObject({
    link_id: optional(link),
    url: optional(url),
    name: optional(line(255)),
    format: optional(format),
    size: optional(size),
    level: optional(level),
    margin: optional(margin),
    fg_color: optional(fg_color),
    bg_color: optional(bg_color),
    logo_url: optional(logo),
  }),
  READ_ONLY,
);
export type CreateQrCodeBody = z.infer<typeof createQrCodeBody>;

/** Body of `PATCH /v1/qr-codes/{id}`: an absent field stays as it is, null clears it. */
export const updateQrCodeBody = refusing(
  z.strictObject({
    link_id: clearable(link),
    url: clearable(url),
    name: clearable(line(255)),
    format: clearable(format),
    size: clearable(size),
    level: clearable(level),
    margin: clearable(margin),
    fg_color: clearable(fg_color),
    bg_color: clearable(bg_color),
    logo_url: clearable(logo),
  }),
  READ_ONLY,
);
export type UpdateQrCodeBody = z.infer<typeof updateQrCodeBody>;

/** Query of `GET /v1/qr-codes`. */
export const listQrCodesQuery = z.strictObject({
  ...pagingQuery,
  link_id: z.string().min(1).max(100).optional().meta({ description: 'QR codes of this link alone.' }),
});
export type ListQrCodesQuery = z.infer<typeof listQrCodesQuery>;
