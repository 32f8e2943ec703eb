export * from './qr-options';
