import {
  AppsIcon,
  BroadcastIcon,
  GlobeIcon,
  KeyIcon,
  LinkIcon,
  MegaphoneIcon,
  WebhookIcon,
} from '@primer/octicons-react';
import { Link, useParams, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { bare } from '../../ui/format';
import type { Kind } from '../webhooks/events';
import type { WorkspaceEvent } from './use-events';

const ICONS: Readonly<Record<Kind, ReactNode>> = {
  link: <LinkIcon />,
  api_key: <KeyIcon />,
  campaign: <MegaphoneIcon />,
  domain: <GlobeIcon />,
  qr_code: <AppsIcon />,
  webhook: <WebhookIcon />,
};

export const KindIcon = ({ kind }: { readonly kind: string }) => ICONS[kind as Kind] ?? <BroadcastIcon />;

const WORDS: Readonly<Record<Kind, string>> = {
  link: 'Link',
  api_key: 'API key',
  campaign: 'Campaign',
  domain: 'Domain',
  qr_code: 'QR code',
  webhook: 'Webhook',
};

export const kindWord = (kind: string): string => WORDS[kind as Kind] ?? kind;

/** Where a thing is shown: on a screen of its own, or on that of all its kind. The first that this page has. */
const PLACES: Readonly<Record<Kind, readonly string[]>> = {
  link: ['links/$id'],
  api_key: ['keys'],
  campaign: ['campaigns/$id', 'campaigns'],
  domain: ['domains/$id', 'domains'],
  qr_code: ['qr-codes/$id', 'qr-codes', 'qr'],
  webhook: ['webhooks/$id', 'webhooks'],
};

interface ThingProps {
  readonly resource: WorkspaceEvent['resource'];
  readonly name: string | undefined;
}

/** What an event is about, with a link to it. */
export const Thing = ({ resource: { type, id }, name }: ThingProps) => {
  const { workspace } = useParams({ from: '/$workspace' });
  const { routesByPath } = useRouter();
  const shown = name === undefined ? <code className="font-mono text-xs">…{id.slice(-6)}</code> : bare(name);
  const place = PLACES[type as Kind]?.find((path) => `/$workspace/${path}` in routesByPath);
  if (place === undefined) return <span title={id}>{shown}</span>;
  return (
    <Link
      to={`/$workspace/${place}` as '/$workspace/links/$id'}
      params={{ workspace, id }}
      title={id}
      className="text-accent min-w-0 underline-offset-2 hover:underline"
    >
      {shown}
    </Link>
  );
};
