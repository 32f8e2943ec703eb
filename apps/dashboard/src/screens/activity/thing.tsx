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

interface KindOfThing {
  readonly icon: ReactNode;
  readonly word: string;
  readonly plural: string;
  /** Screens that can show it, its own before that of all its kind. The first one that exists is taken. */
  readonly places: readonly string[];
}

const KINDS: Readonly<Record<Kind, KindOfThing>> = {
  link: { icon: <LinkIcon />, word: 'Link', plural: 'Links', places: ['links/$id'] },
  api_key: { icon: <KeyIcon />, word: 'API key', plural: 'API keys', places: ['keys'] },
  campaign: { icon: <MegaphoneIcon />, word: 'Campaign', plural: 'Campaigns', places: ['campaigns/$id', 'campaigns'] },
  domain: { icon: <GlobeIcon />, word: 'Domain', plural: 'Domains', places: ['domains/$id', 'domains'] },
  qr_code: { icon: <AppsIcon />, word: 'QR code', plural: 'QR codes', places: ['qr-codes/$id', 'qr-codes', 'qr'] },
  webhook: { icon: <WebhookIcon />, word: 'Webhook', plural: 'Webhooks', places: ['webhooks/$id', 'webhooks'] },
};

/** A kind that is newer than this page has none. */
const kindOf = (kind: string): KindOfThing | undefined => (KINDS as Readonly<Record<string, KindOfThing>>)[kind];

export const KindIcon = ({ kind }: { readonly kind: string }) => kindOf(kind)?.icon ?? <BroadcastIcon />;

export const kindWord = (kind: string): string => kindOf(kind)?.word ?? kind;

/** Kinds and what many of each are called. */
export const PLURALS = Object.entries(KINDS).map(([kind, { plural }]) => [kind, plural] as const);

interface ThingProps {
  readonly resource: WorkspaceEvent['resource'];
  readonly name: string | undefined;
}

/** What an event is about, with a link to it. */
export const Thing = ({ resource: { type, id }, name }: ThingProps) => {
  const { workspace } = useParams({ from: '/$workspace' });
  const { routesByPath } = useRouter();
  const shown = name === undefined ? <code className="font-mono text-xs">…{id.slice(-6)}</code> : bare(name);
  const place = kindOf(type)?.places.find((path) => `/$workspace/${path}` in routesByPath);
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
