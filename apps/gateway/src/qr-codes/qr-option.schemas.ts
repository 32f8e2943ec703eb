import { z } from 'zod';
import { MOST_QR_MARGIN, MOST_QR_SIZE, QR_FORMATS, QR_LEVELS, qrDefaults } from '@contexts/qr-codes';
import { queryInteger } from '@platform/http';

const LEVEL = 'Error correction: some 7 % (L), 15 % (M), 25 % (Q) or 30 % (H) may be covered or damaged.';

const size = z
  .int()
  .min(1)
  .max(MOST_QR_SIZE)
  .meta({ description: 'Pixels of a side: at least 2 for each module.', example: 600 });
const margin = z.int().min(0).max(MOST_QR_MARGIN).meta({ description: 'Modules on each side.', example: 2 });
const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, { error: 'must be a colour like #1a2b3c' })
  .transform((text) => text.toLowerCase())
  .meta({ pattern: '^#[0-9A-Fa-f]{6}$', example: '#000000' });
const format = z.enum(QR_FORMATS);
const level = z.enum(QR_LEVELS).meta({ description: LEVEL });

/** The options of a body. */
export const qrOptionFields = { format, size, level, margin, fg_color: color, bg_color: color };

const encoded = 'A # is written %23 in a query.';

/** Query of `GET /v1/links/{id}/qr`. */
export const qrQuery = z.strictObject({
  format: format.default(qrDefaults.format),
  size: queryInteger(1, MOST_QR_SIZE)
    .default(qrDefaults.size)
    .meta({ description: 'Pixels of a side: at least 2 for each module.' }),
  level: level.default(qrDefaults.level).meta({ description: LEVEL }),
  margin: queryInteger(0, MOST_QR_MARGIN).default(qrDefaults.margin).meta({ description: 'Modules on each side.' }),
  fg_color: color.default(qrDefaults.fg_color).meta({ description: `Dark. ${encoded}` }),
  bg_color: color.default(qrDefaults.bg_color).meta({ description: `Light. ${encoded}` }),
});
export type QrQuery = z.infer<typeof qrQuery>;
