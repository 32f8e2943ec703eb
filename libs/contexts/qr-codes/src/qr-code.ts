import { type Actor, type Changes, type Event, type Metadata, changedTo } from '@kernel';
import { type QrOptions, qrDefaults } from './qr-options';

export const QR_CODE_CATEGORY = 'qrcode';
export const qrCodeStream = (qrCodeId: string): string => `${QR_CODE_CATEGORY}-${qrCodeId.slice('qr_'.length)}`;

/** What can be edited. It holds either the short URL of a link or a URL as given. */
export interface QrCodeFields extends QrOptions {
  readonly link_id: string | null;
  readonly url: string | null;
  readonly name: string | null;
  readonly logo_url: string | null;
  /** Names the bytes that `logo_url` had when it was set. */
  readonly logo_hash: string | null;
}

/** An absent field is unset. */
export const unsetQrCode: QrCodeFields = {
  link_id: null,
  url: null,
  name: null,
  ...qrDefaults,
  logo_url: null,
  logo_hash: null,
};

export type QrCodeCreated = Event<
  'QrCodeCreated',
  { readonly qr_code_id: string; readonly created_by: Actor } & Partial<QrCodeFields>
>;
export type QrCodeUpdated = Event<
  'QrCodeUpdated',
  { readonly qr_code_id: string; readonly changes: Changes<QrCodeFields> }
>;
export type QrCodeDeleted = Event<'QrCodeDeleted', { readonly qr_code_id: string }>;
/** Its workspace was purged. */
export type QrCodePurged = Event<'QrCodePurged', { readonly qr_code_id: string }>;
export type QrCodeEvent = QrCodeCreated | QrCodeUpdated | QrCodeDeleted | QrCodePurged;

export interface QrCode extends QrCodeFields {
  readonly id: string;
  readonly workspace_id: string;
  readonly created_by: Actor;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at: string | null;
}

const FIELDS = Object.keys(unsetQrCode) as (keyof QrCodeFields)[];

/** The fold of the write side and of the read model alike. */
export const evolve = (code: QrCode | null, event: QrCodeEvent, { at, workspace_id }: Metadata): QrCode | null => {
  if (event.type === 'QrCodeCreated') {
    const { qr_code_id, created_by, ...given } = event.data;
    const fields = Object.fromEntries(FIELDS.map((name) => [name, given[name] ?? unsetQrCode[name]]));
    const dates = { created_at: at, updated_at: at, deleted_at: null };
    return { id: qr_code_id, workspace_id, ...(fields as unknown as QrCodeFields), created_by, ...dates };
  }
  if (!code) return null;
  switch (event.type) {
    case 'QrCodeUpdated':
      return { ...code, ...changedTo(event.data.changes), updated_at: at };
    case 'QrCodeDeleted':
    case 'QrCodePurged':
      return { ...code, deleted_at: at, updated_at: at };
    default:
      return code;
  }
};
