import {
  type Actor,
  type Command,
  type Decider,
  type Edit,
  type Problem,
  Rejection,
  type Written,
  changesOf,
  decideBy,
  demandLive,
  markingPurge,
  purgeOnce,
  valuesOf,
} from '@kernel';
import { type QrCode, type QrCodeEvent, type QrCodeFields, evolve, unsetQrCode } from './qr-code';

interface Named {
  readonly qr_code_id: string;
  readonly workspace_id: string;
}

export type CreateQrCode = Command<'CreateQrCode', Named & { readonly created_by: Actor } & Partial<QrCodeFields>>;
export type UpdateQrCode = Command<'UpdateQrCode', Named & { readonly fields: Edit<QrCodeFields> }>;
export type DeleteQrCode = Command<'DeleteQrCode', Named>;
/** Only sent once its workspace is purged. */
export type PurgeQrCode = Command<'PurgeQrCode', Named>;
export type QrCodeCommand = CreateQrCode | UpdateQrCode | DeleteQrCode | PurgeQrCode;

/** The fields after an edit. */
export const mergedQrCode = (code: QrCodeFields, edit: Edit<QrCodeFields>): QrCodeFields => ({
  ...code,
  ...valuesOf(edit, (field) => unsetQrCode[field]),
});

const create = ({ workspace_id: _, ...data }: CreateQrCode['data'], code: QrCode | null): readonly QrCodeEvent[] => {
  if (code) throw new Rejection('conflict', 'conflict', 'There is such a QR code already.');
  demandOneText({ ...unsetQrCode, ...data });
  return [{ type: 'QrCodeCreated', data }];
};

const update = (
  { qr_code_id, workspace_id, fields }: UpdateQrCode['data'],
  code: QrCode | null,
): readonly QrCodeEvent[] => {
  const before = demandLive(code, workspace_id);
  const after = mergedQrCode(before, fields);
  demandOneText(after);
  const changes = changesOf<QrCodeFields>(before, after);
  return Object.keys(changes).length === 0 ? [] : [{ type: 'QrCodeUpdated', data: { qr_code_id, changes } }];
};

const remove = ({ qr_code_id, workspace_id }: Named, code: QrCode | null): readonly QrCodeEvent[] => {
  demandLive(code, workspace_id);
  return [{ type: 'QrCodeDeleted', data: { qr_code_id } }];
};

/** A QR code holds either a link or a URL. */
export const problemsOfText = ({ link_id, url }: Pick<QrCodeFields, 'link_id' | 'url'>): readonly Problem[] => {
  if ((link_id === null) !== (url === null)) return [];
  const message =
    link_id === null ? 'is required, unless link_id is given' : 'does not go with link_id: clear one of them';
  return [{ location: 'body.url', message }];
};

const demandOneText = (fields: Pick<QrCodeFields, 'link_id' | 'url'>): void => {
  const problems = problemsOfText(fields);
  if (problems.length > 0)
    throw new Rejection('invalid', 'invalid_request', 'A QR code holds a link or a URL.', {}, problems);
};

export const qrCodeDecider: Decider<Written<QrCode> | null, QrCodeCommand, QrCodeEvent> = {
  initialState: null,
  evolve: markingPurge(evolve, 'QrCodePurged'),
  decide: decideBy({
    CreateQrCode: create,
    UpdateQrCode: update,
    DeleteQrCode: remove,
    PurgeQrCode: purgeOnce(({ qr_code_id }) => ({ type: 'QrCodePurged', data: { qr_code_id } })),
  }),
};
