import type { Projection } from '@kernel';
import { QR_CODE_CATEGORY, type QrCode, type QrCodeEvent, evolve } from '../qr-code';

/**
 * A row of `qr_codes`: made by libs/platform/read-store/src/migrations/qr-codes.ts, read by
 * apps/gateway/src/qr-codes/qr-code.queries.ts. A deleted QR code has none.
 */
export interface QrCodeRow extends Omit<QrCode, 'deleted_at'> {
  /** Of the last event: the version in the ETag. */
  readonly revision: string;
}

export const qrCodeList: Projection<QrCodeRow, QrCodeEvent> = {
  name: 'qr_codes',
  categories: [QR_CODE_CATEGORY],
  keys: ({ event }) => [event.data.qr_code_id],
  evolve: (row, { event, metadata, revision }) => {
    const code = evolve(row && { ...row, deleted_at: null }, event, metadata);
    if (!code || code.deleted_at) return null;
    const { deleted_at: _, ...kept } = code;
    return { ...kept, revision: revision.toString() };
  },
};
