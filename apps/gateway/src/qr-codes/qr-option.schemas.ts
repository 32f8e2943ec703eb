import { z } from 'zod';
import { MOST_QR_MARGIN, MOST_QR_SIZE, qrDefaults, qrFormatSchema, qrLevelSchema } from '@contexts/qr-codes';
import { queryInteger } from '@platform/http';

const size = z
  .int()
  .min(1)
  .max(MOST_QR_SIZE)
  .meta({ description: 'Pixels of a side: at least 2 for each module.', example: 600 });
const margin = z.int().min(0).max(MOST_QR_MARGIN).meta({ description: 'Empty modules on each side.', example: 2 });
const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, { error: 'must be a colour like #1a2b3c' })
  .transform((text) => text.toLowerCase())
  .meta({ pattern: '^#[0-9A-Fa-f]{6}$', example: '#000000' });

/** The options of a body. */
export const qrOptionFields = {
  format: qrFormatSchema,
  size,
  level: qrLevelSchema,
  margin,
  fg_color: color.meta({ description: 'Colour of the dark modules.' }),
  bg_color: color.meta({ description: 'Colour of the light modules.', example: '#ffffff' }),
};

const encoded = 'A # is written %23 in a query.';

/** Query of `GET /v1/links/{id}/qr`. */
export const qrQuery = z.strictObject({
  format: qrFormatSchema.default(qrDefaults.format),
  size: queryInteger(1, MOST_QR_SIZE)
    .default(qrDefaults.size)
    .meta({ description: 'Pixels of a side: at least 2 for each module.', example: 600 }),
  level: qrLevelSchema.default(qrDefaults.level),
  margin: queryInteger(0, MOST_QR_MARGIN)
    .default(qrDefaults.margin)
    .meta({ description: 'Empty modules on each side.', example: 2 }),
  fg_color: color
    .default(qrDefaults.fg_color)
    .meta({ description: `Colour of the dark modules. ${encoded}`, example: '#000000' }),
  bg_color: color
    .default(qrDefaults.bg_color)
    .meta({ description: `Colour of the light modules. ${encoded}`, example: '#ffffff' }),
});
export type QrQuery = z.infer<typeof qrQuery>;
