export * from './aggregates';
export * from './public-streams';
export type { WorkspaceEventRow } from './workspace-events';
