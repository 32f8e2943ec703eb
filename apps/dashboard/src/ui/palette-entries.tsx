import {
  ArrowRightIcon,
  CodeIcon,
  KeyAsteriskIcon,
  LinkIcon,
  MoonIcon,
  PersonIcon,
  PlusIcon,
  SignOutIcon,
} from '@primer/octicons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, dataOf } from '../api/client';
import { signOut } from '../api/session';
import { bare } from './format';
import type { Commands } from './navigation';
import { SCREENS } from './screens';
import { setTheme } from './theme';
import { useDebounced } from './use-debounced';

export interface Entry {
  readonly id: string;
  readonly label: string;
  /** Other words that people look for it by. */
  readonly words?: string;
  readonly note?: string;
  readonly icon: ReactNode;
  readonly keys?: string;
  readonly run: () => void;
}

/** What the palette offers for a text. */
export const useEntries = (text: string, commands: Commands): readonly Entry[] => {
  const { workspace } = useParams({ from: '/$workspace' });
  const navigate = useNavigate();
  const named = useNamed(text);
  const found = useLinks(text);
  const fixed = useFixed(commands);
  // At once: Enter runs the first of them.
  const words = text.toLowerCase();
  const links = found.map((link) => ({
    id: link.id,
    label: link.title ?? bare(link.short_url),
    note: `${bare(link.short_url)} → ${bare(link.destination_url)}`,
    icon: <LinkIcon />,
    run: () => void navigate({ to: '/$workspace/links/$id', params: { workspace, id: link.id } }),
  }));
  const url = urlOf(text);
  const shorten = (destination_url: string): Entry => ({
    id: 'shorten',
    label: `Shorten ${destination_url}`,
    icon: <PlusIcon />,
    run: () => void navigate({ to: '/$workspace/links/new', params: { workspace }, search: { destination_url } }),
  });
  return [
    ...named,
    ...links,
    ...(url === undefined ? [] : [shorten(url)]),
    ...fixed.filter(({ label, words: also = '' }) => `${label} ${also}`.toLowerCase().includes(words)),
  ];
};

const useFixed = (commands: Commands): readonly Entry[] => {
  const { workspace } = useParams({ from: '/$workspace' });
  const navigate = useNavigate();
  const params = { workspace };
  return [
    {
      id: 'create',
      label: 'Create a link',
      icon: <PlusIcon />,
      keys: 'c',
      run: () => void navigate({ to: '/$workspace/links/new', params }),
    },
    ...SCREENS.map(({ to, label, words: also, icon, keys }) => ({
      id: to,
      label: `Go to ${label}`,
      ...(also !== undefined && { words: also }),
      icon,
      keys,
      run: () => void navigate({ to, params }),
    })),
    {
      id: 'account',
      label: 'Your account and password',
      icon: <PersonIcon />,
      run: () => void navigate({ to: '/$workspace/workspace', params, hash: 'account' }),
    },
    {
      id: 'requests',
      label: 'Show this screen as requests',
      icon: <CodeIcon />,
      keys: 'a',
      run: commands.toggleRequests,
    },
    { id: 'keys', label: 'Keyboard shortcuts', icon: <KeyAsteriskIcon />, keys: '?', run: commands.openShortcuts },
    { id: 'light', label: 'Appearance: light', icon: <MoonIcon />, run: () => setTheme('light') },
    { id: 'dark', label: 'Appearance: dark', icon: <MoonIcon />, run: () => setTheme('dark') },
    { id: 'out', label: 'Sign out', words: 'log out', icon: <SignOutIcon />, run: () => void signOut() },
  ];
};

const ID = /^([a-z]{2,4})_[0-9a-z]{26}$/;

/** The screen of what an id names; none for a text that is no id, or the id of something without a screen. */
const useNamed = (text: string): readonly Entry[] => {
  const { workspace } = useParams({ from: '/$workspace' });
  const navigate = useNavigate();
  const params = { workspace, id: text };
  const places = new Map<string | undefined, readonly [what: string, run: () => void]>([
    ['link', ['link', () => void navigate({ to: '/$workspace/links/$id', params })]],
    ['cmp', ['campaign', () => void navigate({ to: '/$workspace/campaigns/$id', params })]],
    ['qr', ['QR code', () => void navigate({ to: '/$workspace/qr-codes/$id', params })]],
    ['imp', ['import', () => void navigate({ to: '/$workspace/imports/$id', params })]],
    ['whk', ['webhook', () => void navigate({ to: '/$workspace/webhooks/$id', params })]],
    ['dom', ['domain', () => void navigate({ to: '/$workspace/domains/$id', params })]],
    ['key', ['API key', () => void navigate({ to: '/$workspace/keys', params, search: { history: text } })]],
    [
      'usr',
      ['activity of a user', () => void navigate({ to: '/$workspace/activity', params, search: { actor: text } })],
    ],
    [
      'req',
      [
        'activity of a request',
        () => void navigate({ to: '/$workspace/activity', params, search: { request_id: text } }),
      ],
    ],
    ['inv', ['invitations', () => void navigate({ to: '/$workspace/workspace', params })]],
    ['ws', ['workspace', () => void navigate({ to: '/$workspace', params: { workspace: text } })]],
  ]);
  const place = places.get(ID.exec(text)?.[1]);
  if (!place) return [];
  const [what, run] = place;
  return [{ id: text, label: `Open the ${what}`, note: text, icon: <ArrowRightIcon />, run }];
};

/** A host with a top-level domain, alone or with more of an address. */
const ADDRESS = /^([\w-]+\.)+[a-z]{2,}(:\d+)?([/?#]\S*)?$/i;

/** The URL that a text is, with the scheme that it may lack. */
const urlOf = (text: string): string | undefined => {
  const isOwn = bare(text).startsWith(`${location.host}/`);
  if (/^https?:\/\//.test(text)) return isOwn || /\S\.\S/.test(text) ? text : undefined;
  return isOwn || ADDRESS.test(text) ? `https://${text}` : undefined;
};

/** A short URL has one part after its host. */
const SHORT_URL = /^https?:\/\/[^/]+\/[^/?#]+([?#]|$)/;

/** Links that the text finds: by a part of their words, or by their short URL. */
const useLinks = (text: string) => {
  const asked = useDebounced(text, 200);
  const isAsked = text.length > 1 && !ID.test(text);
  const { data } = useQuery({
    queryKey: ['palette', asked],
    enabled: asked.length > 1 && !ID.test(asked),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const url = urlOf(asked) ?? '';
      if (SHORT_URL.test(url)) {
        const known = await api.GET('/v1/links/lookup', { params: { query: { short_url: url } }, signal });
        if (known.data) return [known.data];
        if (known.response.status !== 404 && known.response.status !== 400) return [];
      }
      return (await dataOf(api.GET('/v1/links', { params: { query: { search: asked, limit: 6 } }, signal }))).data;
    },
  });
  return isAsked && data ? data : [];
};
