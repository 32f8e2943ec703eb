export * from './bots';
export * from './click-record';
export * from './destination';
export * from './network';
export * from './range';
export * from './visitor';
