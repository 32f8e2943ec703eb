export { type QrImage, type QrImageOptions, QrImages } from './qr-images';
export { type Logo, UnusableLogo } from './logo';
export { leastSize, type QrLevel } from './qr-symbol';
