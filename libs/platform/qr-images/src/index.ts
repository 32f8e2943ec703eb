export { type QrImage, type QrImageOptions, QrImages } from './qr-images';
export { type Logo, UnusableLogo } from './logo';
export type { QrLevel } from './qr-capacity';
export { leastSize } from './qr-plan';
