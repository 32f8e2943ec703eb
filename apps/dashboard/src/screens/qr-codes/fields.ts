import { bare } from '../../ui/format';
import type { QrCode, QrCodeCreate, QrCodeUpdate, QrImageQuery } from './qr-queries';

/** A QR code as its form has it. */
export interface Fields {
  readonly holds: 'link' | 'url';
  readonly link_id: string;
  readonly url: string;
  readonly name: string;
  readonly format: QrCode['format'];
  readonly size: string;
  readonly level: QrCode['level'];
  readonly margin: string;
  readonly fg_color: string;
  readonly bg_color: string;
  readonly logo_url: string;
}

export const EMPTY: Fields = {
  holds: 'link',
  link_id: '',
  url: '',
  name: '',
  format: 'svg',
  size: '600',
  level: 'M',
  margin: '2',
  fg_color: '#000000',
  bg_color: '#ffffff',
  logo_url: '',
};

export const fieldsOf = (code: QrCode): Fields => ({
  holds: code.link_id === null ? 'url' : 'link',
  link_id: code.link_id ?? '',
  url: code.url ?? '',
  name: code.name ?? '',
  format: code.format,
  size: String(code.size),
  level: code.level,
  margin: String(code.margin),
  fg_color: code.fg_color,
  bg_color: code.bg_color,
  logo_url: code.logo_url ?? '',
});

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
const numberOrNull = (text: string): number | null => (text.trim() === '' ? null : Number(text));

const whole = (fields: Fields) => ({
  link_id: fields.holds === 'link' ? orNull(fields.link_id) : null,
  url: fields.holds === 'url' ? orNull(fields.url) : null,
  name: orNull(fields.name),
  format: fields.format,
  size: numberOrNull(fields.size),
  level: fields.level,
  margin: numberOrNull(fields.margin),
  fg_color: fields.fg_color,
  bg_color: fields.bg_color,
  logo_url: orNull(fields.logo_url),
});

/** The body of a creation: what differs from the defaults. */
export const createBody = (fields: Fields): QrCodeCreate => {
  const usual: Readonly<Record<string, unknown>> = whole(EMPTY);
  return Object.fromEntries(Object.entries(whole(fields)).filter(([name, value]) => value !== usual[name]));
};

/** The body of an edit: what differs from the QR code as it was read; null clears. */
export const updateBody = (fields: Fields, before: Fields): QrCodeUpdate => {
  const then: Readonly<Record<string, unknown>> = whole(before);
  return Object.fromEntries(Object.entries(whole(fields)).filter(([name, value]) => value !== then[name]));
};

/** What is asked for to see it: a drawing of any size shows the same, so pixels are asked for as they will be. */
export const imageQuery = ({ format, size, level, margin, fg_color, bg_color }: Fields): QrImageQuery => ({
  format,
  size: Number(size),
  level,
  margin: Number(margin),
  fg_color,
  bg_color,
});

const LABELS: Readonly<Record<string, string>> = {
  link_id: 'Link',
  url: 'URL',
  name: 'Name',
  format: 'Format',
  size: 'Size',
  level: 'Error correction',
  margin: 'Margin',
  fg_color: 'Dark modules',
  bg_color: 'Light modules',
  logo_url: 'Logo',
};

/** Undefined for a field that people cannot change. */
export const labelOf = (name: string): string | undefined => LABELS[name];

export const titleOf = ({ name, url, short_url }: QrCode): string =>
  name ?? bare(url ?? short_url ?? 'QR code of a link');
