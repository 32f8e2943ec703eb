import type { Chronicle, Projection } from '@kernel';
import { z } from 'zod';
import { actorSchema } from '../../keys/src/published';
import { QR_CODE_CATEGORY, type QrCode, type QrCodeEvent, evolve } from './qr-code';
import { qrFormatSchema, qrLevelSchema } from './qr-options';

/** A purge has no public name, because nobody can read about its QR code. */
export const QR_CODE_EVENT_NAMES: Readonly<Record<Exclude<QrCodeEvent['type'], 'QrCodePurged'>, string>> = {
  QrCodeCreated: 'qr_code.created',
  QrCodeUpdated: 'qr_code.updated',
  QrCodeDeleted: 'qr_code.deleted',
};

/** The QR code as events have it; the API adds the short URL of its link. @param origin public origin of the product */
export const qrCodeRecord = (code: Omit<QrCode, 'deleted_at'>, origin: string) => ({
  id: code.id,
  link_id: code.link_id,
  url: code.url,
  name: code.name,
  format: code.format,
  size: code.size,
  level: code.level,
  margin: code.margin,
  fg_color: code.fg_color,
  bg_color: code.bg_color,
  logo_url: code.logo_url,
  image_url: `${origin}/v1/qr-codes/${code.id}/image`,
  created_by: { type: code.created_by.type, id: code.created_by.id },
  created_at: code.created_at,
  updated_at: code.updated_at,
});

const text = (description: string, example: string | null) => z.string().nullable().meta({ description, example });
const instant = (description: string) => z.iso.datetime().meta({ description, example: '2026-11-21T08:00:00.000Z' });
const color = (description: string, example: string) => z.string().meta({ description, example });

/** The schema of {@link qrCodeRecord}, for the OpenAPI document. */
export const qrCodeShape = z
  .object({
    id: z.string().meta({ description: 'Id of the QR code.', example: 'qr_2c7n4k0v9q8w1x5z3b6m7d4f2g' }),
    link_id: text('The link whose short URL it holds, with `?qr=1`.', 'link_2c7n4k0v9q8w1x5z3b6m7d4f2g'),
    url: text('What it holds where it is of no link.', null),
    name: text('Its name, for your own use.', 'Poster'),
    format: qrFormatSchema,
    size: z.int().meta({ description: 'Pixels of a side.', example: 600 }),
    level: qrLevelSchema,
    margin: z.int().meta({ description: 'Empty modules on each side.', example: 2 }),
    fg_color: color('Colour of the dark modules.', '#000000'),
    bg_color: color('Colour of the light modules.', '#ffffff'),
    logo_url: text('Where the logo came from; it was fetched when this was set.', null),
    image_url: z.string().meta({
      description: 'The image, for callers with a credential.',
      example: 'https://go.example.com/v1/qr-codes/qr_2c7n4k0v9q8w1x5z3b6m7d4f2g/image',
    }),
    created_by: actorSchema.meta({ description: 'Who created the QR code.' }),
    created_at: instant('When it was created.'),
    updated_at: instant('When it was last changed.'),
  } satisfies Record<keyof ReturnType<typeof qrCodeRecord>, z.ZodType>)
  .extend({
    short_url: text(
      'The short URL of its link, null where it is of no link. Answers have it, events do not.',
      'https://go.example.com/summer-26',
    ).optional(),
  })
  .meta({ id: 'QrCode', description: 'A QR code.' });

/** Unlike the rows, it keeps the state of a deleted QR code, because the event `qr_code.deleted` contains it. */
const qrCodes: Projection<QrCode, QrCodeEvent> = {
  name: 'qr_codes',
  categories: [QR_CODE_CATEGORY],
  keys: ({ event }) => [event.data.qr_code_id],
  evolve: (code, { event, metadata }) => evolve(code, event, metadata),
};

/** Public events of QR codes. @param origin as above */
export const qrCodeChronicle = (origin: string): Chronicle<QrCode, QrCodeEvent> => ({
  projection: qrCodes,
  names: QR_CODE_EVENT_NAMES,
  record: (code) => qrCodeRecord(code, origin),
});
