export * from './aggregates';
export * from './processors';
export * from './public-streams';
export type { WorkspaceEventRow } from './workspace-events';
