import type { Aggregate, ReadModel } from '@kernel';
import { QR_CODE_CATEGORY, type QrCodeEvent, qrCodeStream } from './qr-code';
import { qrCodeChronicle } from './qr-code.chronicle';
import { qrCodeDecider } from './qr-code.decider';
import { type QrCodeRow, qrCodeList } from './qr-code-list/qr-code-list.projection';

const codes: ReadModel<QrCodeRow, QrCodeEvent> = {
  projection: qrCodeList,
  awaited: true,
  streamOf: ({ id }) => qrCodeStream(id),
};

export const qrCodeAggregate: Aggregate<QrCodeEvent> = {
  category: QR_CODE_CATEGORY,
  service: 'links',
  decider: qrCodeDecider,
  readModels: [codes],
  resource: { idPrefix: 'qr', readModel: codes, streamOf: qrCodeStream },
  purge: {
    readModel: codes,
    commandOf: ({ id, workspace_id }: QrCodeRow) => ({
      command: { type: 'PurgeQrCode', data: { qr_code_id: id, workspace_id } },
      subject: id,
      occurrence: `PurgeQrCode/${id}`,
    }),
  },
  chronicle: qrCodeChronicle,
};
