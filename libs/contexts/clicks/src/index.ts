export * from './click-record';
export * from './range';
