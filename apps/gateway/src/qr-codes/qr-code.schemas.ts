import { z } from 'zod';
import { qrCodeShape } from '@contexts/qr-codes';
import { pagingQuery, refusing } from '@platform/http';
import { destinationUrl } from '../links/link-values.schemas';
import { listOfRecords } from '../responses';
import { exactText, line, optional, readOnly } from '../text.schemas';
import { qrOptionFields } from './qr-option.schemas';

const clearable = <S extends z.ZodType>(schema: S) => schema.nullable().optional();

const link = exactText(100).min(1).meta({
  description: 'A link of the workspace: the QR code holds its short URL with `?qr=1`. Either this or `url`.',
  example: 'link_2c7n4k0v9q8w1x5z3b6m7d4f2g',
});
const url = destinationUrl.meta({ description: 'What the QR code holds, exactly as given. Either this or `link_id`.' });
const logo = destinationUrl.meta({
  description:
    'A PNG or JPEG of at most 256 kB, 4 megapixels and 64 scans. It is fetched once, when this is set, and drawn at a fifth of ' +
    'the side. Only with level Q, the default beside it, or H.',
  example: 'https://example.com/logo.png',
});

const name = line(255).meta({ description: 'Name of the QR code, for your own use.', example: 'Poster' });

const READ_ONLY = readOnly('id', 'short_url', 'image_url', 'created_at', 'created_by', 'updated_at');

const { format, size, level, margin, fg_color, bg_color } = qrOptionFields;

/** Body of `POST /v1/qr-codes`. */
export const createQrCodeBody = refusing(
  z
    .strictObject({
      link_id: optional(link),
      url: optional(url),
      name: optional(name),
      format: optional(format),
      size: optional(size),
      level: optional(level),
      margin: optional(margin),
      fg_color: optional(fg_color),
      bg_color: optional(bg_color),
      logo_url: optional(logo),
    })
    .meta({
      id: 'QrCodeCreate',
      description: 'A new QR code, of a link or of a URL. Null is as if absent.',
      example: { url: 'https://example.com/menu', name: 'Poster', format: 'png', size: 600 },
    }),
  READ_ONLY,
);
export type CreateQrCodeBody = z.infer<typeof createQrCodeBody>;

/** Body of `PATCH /v1/qr-codes/{id}`: an absent field stays as it is, null clears it. */
export const updateQrCodeBody = refusing(
  z
    .strictObject({
      link_id: clearable(link),
      url: clearable(url),
      name: clearable(name),
      format: clearable(format),
      size: clearable(size),
      level: clearable(level),
      margin: clearable(margin),
      fg_color: clearable(fg_color),
      bg_color: clearable(bg_color),
      logo_url: clearable(logo),
    })
    .meta({
      id: 'QrCodeUpdate',
      description: 'Changes of a QR code. An absent field stays as it is, null clears it.',
      example: { name: 'Flyer', fg_color: '#1a2b3c' },
    }),
  READ_ONLY,
);
export type UpdateQrCodeBody = z.infer<typeof updateQrCodeBody>;

/** Query of `GET /v1/qr-codes`. */
export const listQrCodesQuery = z.strictObject({
  ...pagingQuery,
  link_id: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'QR codes of this link alone.', example: 'link_2c7n4k0v9q8w1x5z3b6m7d4f2g' }),
});
export type ListQrCodesQuery = z.infer<typeof listQrCodesQuery>;

export const qrCodeListSchema = listOfRecords(qrCodeShape, 'QrCodeList', 'A page of QR codes.');
