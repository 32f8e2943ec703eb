export * from './aggregates';
export * from './processors';
export * from './public-streams';
