import { BroadcastIcon, GraphIcon, HistoryIcon, KeyIcon, LinkIcon, OrganizationIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';

export interface ScreenEntry {
  readonly to:
    | '/$workspace'
    | '/$workspace/links'
    | '/$workspace/keys'
    | '/$workspace/live'
    | '/$workspace/activity'
    | '/$workspace/workspace';
  readonly label: string;
  readonly keys: string;
  readonly icon: ReactNode;
}

/** The screens of the navigation, the palette and the shortcuts: a new one is an entry here, and its route. */
export const SCREENS: readonly ScreenEntry[] = [
  { to: '/$workspace', label: 'Overview', keys: 'g o', icon: <GraphIcon /> },
  { to: '/$workspace/live', label: 'Live', keys: 'g v', icon: <BroadcastIcon /> },
  { to: '/$workspace/links', label: 'Links', keys: 'g l', icon: <LinkIcon /> },
  { to: '/$workspace/keys', label: 'API keys', keys: 'g k', icon: <KeyIcon /> },
  { to: '/$workspace/activity', label: 'Activity', keys: 'g a', icon: <HistoryIcon /> },
  { to: '/$workspace/workspace', label: 'Workspace', keys: 'g m', icon: <OrganizationIcon /> },
];
