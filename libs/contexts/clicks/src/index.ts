export * from './bots';
export * from './click-record';
export * from './destination';
export * from './enrichment';
export * from './network';
export * from './retention';
export * from './visitor';
export * from './range';
