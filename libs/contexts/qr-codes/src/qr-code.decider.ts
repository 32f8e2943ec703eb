import { type Actor, type Command, type Decider, Rejection } from '@kernel';
import { type QrCode, type QrCodeEvent, type QrCodeFields, evolve, unsetQrCode } from './qr-code';

interface Named {
  readonly qr_code_id: string;
  readonly workspace_id: string;
}

export type CreateQrCode = Command<'CreateQrCode', Named & { readonly created_by: Actor } & Partial<QrCodeFields>>;
/** Merge semantics: absent leaves a field as it is, null clears it. */
export type UpdateQrCode = Command<
  'UpdateQrCode',
  Named & { readonly fields: { readonly [F in keyof QrCodeFields]?: QrCodeFields[F] | null } }
>;
export type DeleteQrCode = Command<'DeleteQrCode', Named>;
/** Only sent once its workspace is purged. */
export type PurgeQrCode = Command<'PurgeQrCode', Named>;
export type QrCodeCommand = CreateQrCode | UpdateQrCode | DeleteQrCode | PurgeQrCode;

/** The fields after an edit. */
export const mergedQrCode = (code: QrCodeFields, fields: UpdateQrCode['data']['fields']): QrCodeFields => {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  const wanted = sent.map(([name, value]) => [name, value ?? unsetQrCode[name as keyof QrCodeFields]]);
  return { ...code, ...(Object.fromEntries(wanted) as Partial<QrCodeFields>) };
};

const create = ({ workspace_id: _, ...data }: CreateQrCode['data'], code: QrCode | null): readonly QrCodeEvent[] => {
  if (code) throw new Rejection('conflict', 'conflict', 'There is such a QR code already.');
  demandOneText({ ...unsetQrCode, ...data });
  return [{ type: 'QrCodeCreated', data }];
};

const update = ({ fields, ...named }: UpdateQrCode['data'], code: QrCode | null): readonly QrCodeEvent[] => {
  const before = ownCode(named, code);
  const after = mergedQrCode(before, fields);
  demandOneText(after);
  const names = Object.keys(unsetQrCode) as (keyof QrCodeFields)[];
  const changed = names.filter((name) => before[name] !== after[name]);
  const changes = Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }]));
  if (changed.length === 0) return [];
  return [{ type: 'QrCodeUpdated', data: { qr_code_id: named.qr_code_id, changes: changes } }];
};

/** Unknown, deleted or in another workspace: one answer, so that no caller learns which exist. */
const ownCode = ({ workspace_id }: Named, code: QrCode | null): QrCode => {
  if (code && code.workspace_id === workspace_id && !code.deleted_at) return code;
  throw new Rejection('not-found', 'not_found', 'There is no such resource.');
};

const demandOneText = ({ link_id, url }: Pick<QrCodeFields, 'link_id' | 'url'>): void => {
  if ((link_id === null) !== (url === null)) return;
  const message =
    link_id === null ? 'is required, unless link_id is given' : 'does not go with link_id: clear one of them';
  throw new Rejection('invalid', 'invalid_request', 'A QR code holds a link or a URL.', {}, [
    { location: 'body.url', message },
  ]);
};

export const qrCodeDecider: Decider<QrCode | null, QrCodeCommand, QrCodeEvent> = {
  initialState: null,
  evolve,
  decide: (command, code) => {
    switch (command.type) {
      case 'CreateQrCode':
        return create(command.data, code);
      case 'UpdateQrCode':
        return update(command.data, code);
      case 'DeleteQrCode':
        return [{ type: 'QrCodeDeleted', data: { qr_code_id: ownCode(command.data, code).id } }];
      case 'PurgeQrCode':
        return [{ type: 'QrCodePurged', data: { qr_code_id: ownCode(command.data, code).id } }];
    }
  },
};
