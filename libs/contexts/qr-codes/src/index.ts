export * from './qr-code-list/qr-code-list.projection';
export * from './qr-code.aggregate';
export * from './qr-code.chronicle';
export * from './qr-code.decider';
export * from './qr-options';
export { QR_CODE_CATEGORY, evolve as evolveQrCode, qrCodeStream, unsetQrCode } from './qr-code';
export type { QrCode, QrCodeEvent, QrCodeFields } from './qr-code';
