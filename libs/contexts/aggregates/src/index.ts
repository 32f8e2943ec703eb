export * from './aggregates';
export * from './public-streams';
