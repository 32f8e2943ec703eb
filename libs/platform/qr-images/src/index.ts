export { type QrImage, type QrImageOptions, QrImages } from './qr-images';
export { leastSize, type QrLevel } from './qr-symbol';
