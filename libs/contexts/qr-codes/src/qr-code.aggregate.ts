import { type Aggregate, awaitedRows, purgedBy } from '@kernel';
import { QR_CODE_CATEGORY, type QrCodeEvent, qrCodeStream } from './qr-code';
import { QR_CODE_EVENT_NAMES, qrCodeChronicle } from './qr-code.chronicle';
import { qrCodeDecider } from './qr-code.decider';
import { qrCodeList } from './qr-code-list/qr-code-list.projection';

const codes = awaitedRows(qrCodeList, ({ id }) => qrCodeStream(id));

export const qrCodeAggregate: Aggregate<QrCodeEvent> = {
  category: QR_CODE_CATEGORY,
  service: 'links',
  decider: qrCodeDecider,
  readModels: [codes],
  resource: { idPrefix: 'qr', readModel: codes, streamOf: qrCodeStream },
  purge: { ...purgedBy(codes, 'PurgeQrCode', 'qr_code_id'), deletedBy: QR_CODE_EVENT_NAMES.QrCodeDeleted },
  chronicle: qrCodeChronicle,
};
