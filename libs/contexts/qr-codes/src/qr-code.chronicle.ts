import type { Chronicle, Projection } from '@kernel';
import { z } from 'zod';
import { QR_CODE_CATEGORY, type QrCode, type QrCodeEvent, evolve } from './qr-code';
import { QR_FORMATS, QR_LEVELS } from './qr-options';

/** A purge has no public name, because nobody can read about its QR code. */
export const QR_CODE_EVENT_NAMES: Readonly<Record<Exclude<QrCodeEvent['type'], 'QrCodePurged'>, string>> = {
  QrCodeCreated: 'qr_code.created',
  QrCodeUpdated: 'qr_code.updated',
  QrCodeDeleted: 'qr_code.deleted',
};

/** The QR code record of the HTTP contract. @param origin public origin of the product */
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

const text = z.string().nullable();

/** The schema of {@link qrCodeRecord}, for the OpenAPI document. */
export const qrCodeShape = z
  .object({
    id: z.string().meta({ example: 'qr_2c7n4k0v9q8w1x5z3b6m7d4f2g' }),
    link_id: text.meta({ description: 'The link whose short URL it holds, with `?qr=1`.' }),
    url: text.meta({ description: 'What it holds where it is of no link.' }),
    name: text,
    format: z.enum(QR_FORMATS),
    size: z.int(),
    level: z.enum(QR_LEVELS),
    margin: z.int(),
    fg_color: z.string(),
    bg_color: z.string(),
    logo_url: text.meta({ description: 'Where the logo came from; it was fetched when this was set.' }),
    image_url: z.string().meta({ description: 'The image, for callers with a credential.' }),
    created_by: z.object({ type: z.enum(['api_key', 'user', 'system']), id: z.string() }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  } satisfies Record<keyof ReturnType<typeof qrCodeRecord>, z.ZodType>)
  .meta({ id: 'QrCode' });

/** Unlike the rows, it keeps the state of a deleted QR code, which the event of its end shows. */
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
