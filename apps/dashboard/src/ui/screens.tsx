import {
  AppsIcon,
  GlobeIcon,
  GraphIcon,
  KeyIcon,
  LinkIcon,
  MegaphoneIcon,
  UploadIcon,
  WebhookIcon,
} from '@primer/octicons-react';
import type { ReactNode } from 'react';

export interface ScreenEntry {
  readonly to:
    | '/$workspace'
    | '/$workspace/links'
    | '/$workspace/campaigns'
    | '/$workspace/qr-codes'
    | '/$workspace/imports'
    | '/$workspace/keys'
    | '/$workspace/webhooks'
    | '/$workspace/domains';
  readonly label: string;
  readonly keys: string;
  readonly icon: ReactNode;
}

/** The screens of the navigation, the palette and the shortcuts: a new one is an entry here, and its route. */
export const SCREENS: readonly ScreenEntry[] = [
  { to: '/$workspace', label: 'Overview', keys: 'g o', icon: <GraphIcon /> },
  { to: '/$workspace/links', label: 'Links', keys: 'g l', icon: <LinkIcon /> },
  { to: '/$workspace/campaigns', label: 'Campaigns', keys: 'g c', icon: <MegaphoneIcon /> },
  { to: '/$workspace/qr-codes', label: 'QR codes', keys: 'g q', icon: <AppsIcon /> },
  { to: '/$workspace/imports', label: 'Imports', keys: 'g i', icon: <UploadIcon /> },
  { to: '/$workspace/keys', label: 'API keys', keys: 'g k', icon: <KeyIcon /> },
  { to: '/$workspace/webhooks', label: 'Webhooks', keys: 'g w', icon: <WebhookIcon /> },
  { to: '/$workspace/domains', label: 'Domains', keys: 'g d', icon: <GlobeIcon /> },
];
