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
  /** What is there besides, for the palette. */
  readonly words?: string;
  /** A group begins with it. */
  readonly begins?: true;
  readonly keys: string;
  readonly icon: ReactNode;
}

/** The screens of the navigation, the palette and the shortcuts: a new one is an entry here, and its route. */
export const SCREENS: readonly ScreenEntry[] = [
  { to: '/$workspace', label: 'Overview', words: 'analytics clicks export', keys: 'g o', icon: <GraphIcon /> },
  { to: '/$workspace/live', label: 'Live', words: 'stream', keys: 'g v', icon: <BroadcastIcon /> },
  { to: '/$workspace/links', label: 'Links', begins: true, keys: 'g l', icon: <LinkIcon /> },
  { to: '/$workspace/campaigns', label: 'Campaigns', words: 'utm', keys: 'g c', icon: <MegaphoneIcon /> },
  { to: '/$workspace/qr-codes', label: 'QR codes', keys: 'g q', icon: <AppsIcon /> },
  { to: '/$workspace/imports', label: 'Imports', words: 'csv upload', keys: 'g i', icon: <UploadIcon /> },
  {
    to: '/$workspace/webhooks',
    label: 'Webhooks',
    words: 'deliveries endpoints',
    begins: true,
    keys: 'g w',
    icon: <WebhookIcon />,
  },
  { to: '/$workspace/domains', label: 'Domains', words: 'dns hosts', keys: 'g d', icon: <GlobeIcon /> },
  { to: '/$workspace/keys', label: 'API keys', words: 'tokens credentials', keys: 'g k', icon: <KeyIcon /> },
  {
    to: '/$workspace/activity',
    label: 'Activity',
    words: 'events history audit log',
    begins: true,
    keys: 'g a',
    icon: <HistoryIcon />,
  },
  {
    to: '/$workspace/workspace',
    label: 'Workspace',
    words: 'settings members invite people plan usage',
    keys: 'g m',
    icon: <OrganizationIcon />,
  },
];
