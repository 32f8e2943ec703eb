import type { Problem } from '@kernel';
import { type FieldKind, kindOf } from '../../link.fields';
import { linkRecordShape } from '../../link.record';
import type { ImportLayout, ImportRow } from '../layout';
import { plainName } from '../layout';
import { isTrue, itemsOf, jsonOf, passwordUnknownIf, problemIf, textOf } from '../values';

/** Fields of the record that no import sets. Those of later versions are ignored in the same way. */
const READ_ONLY = [
  'id',
  'short_url',
  'qr_url',
  'clicks',
  'unique_clicks',
  'bot_clicks',
  'last_clicked_at',
  'created_at',
  'created_by',
  'updated_at',
];

/** A column of exports: true for a disabled link whose status is another one, `archived` or `expired`. */
export const DISABLED = 'disabled';

const STATES = ['status', 'has_password', 'domain', DISABLED];

const FIELDS = Object.keys(linkRecordShape).filter((name) => ![...READ_ONLY, ...STATES].includes(name));

// The schema of the field refuses a text that stays one.
const numberOf = (text: string): unknown => (/^\d{1,15}$/.test(text) ? Number(text) : text);
const booleanOf = (text: string): unknown => (/^(true|false)$/i.test(text) ? isTrue(text) : text);

/** How a cell becomes a value. */
const READ: Readonly<Record<FieldKind, (text: string) => unknown>> = {
  text: (text) => text,
  number: numberOf,
  boolean: booleanOf,
  list: (text) => itemsOf(text, ','),
  json: jsonOf,
};

const statusOf = (row: ImportRow): 'archived' | 'disabled' | undefined => {
  const status = textOf(row['status']);
  // A link that has expired will be so again by its own fields.
  return status === 'archived' || status === 'disabled' ? status : undefined;
};

const problemsOf = (row: ImportRow): readonly Problem[] => {
  const status = textOf(row['status']) ?? 'active';
  const isNone = !['active', 'expired', 'archived', 'disabled'].includes(status);
  const message = status === 'deleted' ? 'is deleted: such a link is not imported' : 'is not a status of links';
  return [...passwordUnknownIf(isTrue(row['haspassword']), 'has_password'), ...problemIf(isNone, 'status', message)];
};

/** The fields of the link record, as the export writes them. */
export const waymark: ImportLayout = {
  marks: [['destinationurl']],
  used: [...FIELDS, ...STATES].map(plainName),
  ignored: READ_ONLY.map(plainName),
  linkOf: (row) => {
    const body = Object.fromEntries(
      FIELDS.map((field) => {
        const value = row[plainName(field)];
        return [field, typeof value === 'string' ? READ[kindOf(field)](value) : (value ?? undefined)];
      }),
    );
    return {
      body,
      host: textOf(row['domain']),
      status: statusOf(row),
      disabled: isTrue(row[DISABLED]),
      problems: problemsOf(row),
    };
  },
};
