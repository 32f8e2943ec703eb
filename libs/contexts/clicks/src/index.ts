export * from './bots';
export * from './click-record';
export * from './destination';
export * from './network';
export * from './visitor';
export * from './range';
