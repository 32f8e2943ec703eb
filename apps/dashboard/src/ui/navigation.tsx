import {
  BookIcon,
  CodeIcon,
  CommandPaletteIcon,
  KeyAsteriskIcon,
  SearchIcon,
  SignOutIcon,
  UnfoldIcon,
} from '@primer/octicons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useMe } from '../api/queries';
import { session, signOut } from '../api/session';
import { useStore } from '../api/store';
import { Key } from './button';
import { Mark } from './mark';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from './menu';
import { PALETTE_KEYS } from './shortcuts';
import { SCREENS } from './screens';
import { setTheme, theme } from './theme';

export interface Commands {
  readonly openPalette: () => void;
  readonly openShortcuts: () => void;
  readonly toggleRequests: () => void;
}

const ROW = 'flex h-8 w-full items-center gap-2.5 rounded-md px-2 text-soft hover:bg-hover hover:text-ink font-medium';

export const Sidebar = ({ commands }: { readonly commands: Commands }) => (
  <aside
    aria-label="Menu"
    className="border-line bg-sunken sticky top-0 hidden h-screen w-[224px] shrink-0 flex-col border-r p-3 md:flex"
  >
    <Content commands={commands} />
  </aside>
);

interface ContentProps {
  readonly commands: Commands;
  readonly onLeave?: () => void;
}

export const Content = ({ commands, onLeave }: ContentProps) => {
  const { workspace } = useParams({ from: '/$workspace' });
  const then = (run: () => void) => () => {
    onLeave?.();
    run();
  };
  return (
    <>
      <Workspaces />
      <button
        type="button"
        onClick={then(commands.openPalette)}
        className="border-line bg-bg text-faint hover:border-control mt-3 mb-3 flex h-8 items-center gap-2 rounded-md border px-2"
      >
        <SearchIcon />
        <span className="flex-1 text-left">Search</span>
        <Key>{PALETTE_KEYS}</Key>
      </button>
      <nav aria-label="Screens" className="flex-1 space-y-0.5 overflow-y-auto">
        {SCREENS.map(({ to, label, begins, icon }) => (
          <Link
            key={to}
            to={to}
            params={{ workspace }}
            className={`${ROW} ${begins ? 'mt-3' : ''}`}
            activeOptions={{ exact: to === '/$workspace', includeSearch: false }}
            activeProps={{ className: 'bg-hover text-ink! [&_svg]:text-accent' }}
          >
            {icon}
            {label}
          </Link>
        ))}
      </nav>
      <div className="space-y-0.5">
        <button type="button" className={ROW} onClick={then(commands.toggleRequests)}>
          <CodeIcon />
          <span className="flex-1 text-left">Show as request</span>
          <Key>A</Key>
        </button>
        <a className={ROW} href="/docs" target="_blank" rel="noreferrer">
          <BookIcon />
          API reference
        </a>
        <Person commands={commands} />
      </div>
    </>
  );
};

const Workspaces = () => {
  const { data: me } = useMe();
  const current = useStore(session)?.workspace;
  const navigate = useNavigate();
  const own = me?.workspaces ?? [];
  const name = (
    <>
      <Mark className="size-6 shrink-0" />
      <span className="min-w-0 flex-1 truncate text-left font-semibold">{current?.name ?? 'Waymark'}</span>
    </>
  );
  if (own.length < 2) return <div className="flex h-9 items-center gap-2.5 px-1.5">{name}</div>;
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="hover:bg-hover flex h-9 w-full items-center gap-2.5 rounded-md px-1.5">
          {name}
          <UnfoldIcon className="text-faint" />
        </button>
      }
    >
      <MenuChoice
        label="Workspaces"
        value={current?.id ?? ''}
        options={own.map(({ id, name: text }) => [id, text] as const)}
        onChange={(id) => void navigate({ to: '/$workspace', params: { workspace: id } })}
      />
    </Menu>
  );
};

const Person = ({ commands }: { readonly commands: Commands }) => {
  const user = useStore(session)?.user;
  const chosen = useStore(theme);
  const { data: me } = useMe();
  const shown = user?.name ?? user?.email ?? '';
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={`${ROW} h-10`}>
          <span
            aria-hidden="true"
            className="bg-accent-soft text-accent-strong grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold uppercase"
          >
            {shown.charAt(0)}
          </span>
          <span className="min-w-0 flex-1 truncate text-left">
            <span className="sr-only">Account: </span>
            {shown}
          </span>
        </button>
      }
    >
      <div className="px-2 py-1.5">
        <p className="font-medium">{user?.email}</p>
        <p className="text-faint text-sm">
          {me?.role ?? '…'} · {me?.workspace?.plan ?? '…'} plan
        </p>
      </div>
      <MenuSeparator />
      <MenuChoice
        label="Appearance"
        value={chosen}
        onChange={setTheme}
        options={[
          ['system', 'As the system'],
          ['light', 'Light'],
          ['dark', 'Dark'],
        ]}
      />
      <MenuSeparator />
      <MenuItem icon={<CommandPaletteIcon />} onSelect={commands.openPalette}>
        Commands
      </MenuItem>
      <MenuItem icon={<KeyAsteriskIcon />} hint="?" onSelect={commands.openShortcuts}>
        Keyboard shortcuts
      </MenuItem>
      <MenuItem icon={<SignOutIcon />} onSelect={() => void signOut()}>
        Sign out
      </MenuItem>
    </Menu>
  );
};
