import {
  AppsIcon,
  BroadcastIcon,
  GlobeIcon,
  GraphIcon,
  HistoryIcon,
  KeyIcon,
  LinkIcon,
  MegaphoneIcon,
  OrganizationIcon,
  UploadIcon,
  WebhookIcon,
} from '@primer/octicons-react';
import type { ReactNode } from 'react';

export interface ScreenEntry {
  readonly to:
    | '/$workspace'
    | '/$workspace/live'
    | '/$workspace/links'
    | '/$workspace/campaigns'
    | '/$workspace/qr-codes'
    | '/$workspace/imports'
    | '/$workspace/webhooks'
    | '/$workspace/domains'
    | '/$workspace/keys'
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
  { to: '/$workspace/campaigns', label: 'Campaigns', keys: 'g c', icon: <MegaphoneIcon /> },
  { to: '/$workspace/qr-codes', label: 'QR codes', keys: 'g q', icon: <AppsIcon /> },
  { to: '/$workspace/imports', label: 'Imports', keys: 'g i', icon: <UploadIcon /> },
  { to: '/$workspace/webhooks', label: 'Webhooks', keys: 'g w', icon: <WebhookIcon /> },
  { to: '/$workspace/domains', label: 'Domains', keys: 'g d', icon: <GlobeIcon /> },
  { to: '/$workspace/keys', label: 'API keys', keys: 'g k', icon: <KeyIcon /> },
  { to: '/$workspace/activity', label: 'Activity', keys: 'g a', icon: <HistoryIcon /> },
  { to: '/$workspace/workspace', label: 'Workspace', keys: 'g m', icon: <OrganizationIcon /> },
];
