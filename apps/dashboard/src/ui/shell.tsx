import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { newClient } from '../api/query-client';
import { forgetRecorded } from '../api/recorder';
import { session } from '../api/session';
import { useStore } from '../api/store';
import { useEarlyLetters } from './early-letters';
import { lazyOverlay } from './lazy-overlay';
import { Sidebar } from './navigation';
import { SCREENS } from './screens';
import { listen, useShortcuts } from './shortcuts';
import { TopBar } from './top-bar';

const Palette = lazyOverlay(() => import('./palette').then(({ Palette: it }) => it));
const ShortcutList = lazyOverlay(() => import('./shortcut-list').then(({ ShortcutList: it }) => it));
// There before the first toast is, so that none needs the network. Without it the screens still work.
const Toasts = lazy<ComponentType>(() =>
  import('./toasts').then(
    ({ Toasts: it }) => ({ default: it }),
    () => ({ default: () => null }),
  ),
);
const RequestPanel = lazyOverlay(() => import('./request-panel').then(({ RequestPanel: it }) => it));

/** The frame around every screen of a workspace. Another workspace gets another one, with caches of its own. */
export const Shell = () => {
  const { workspace } = useParams({ from: '/$workspace' });
  return <Frame key={workspace} />;
};

const Frame = () => {
  const client = useMemo(() => newClient(), []);
  const current = useStore(session);
  const navigate = useNavigate();
  const router = useRouter();
  useEffect(() => {
    // Signed out here or in another tab.
    if (current === null) void navigate({ to: '/sign-in', search: { next: router.latestLocation.href } });
  }, [current, navigate, router]);
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        <Layout />
        <Suspense fallback={null}>
          <Toasts />
        </Suspense>
      </QueryClientProvider>
    </CSPProvider>
  );
};

type Overlay = 'palette' | 'shortcuts' | null;

const Layout = () => {
  const { workspace } = useParams({ from: '/$workspace' });
  const navigate = useNavigate();
  const [overlay, setOverlay] = useState<Overlay>(null);
  const [showsRequests, setShowsRequests] = useState(false);
  useEffect(listen, []);
  useForgetting();
  useEarlyLetters(overlay === 'palette');
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setOverlay((now) => (now === 'palette' ? null : 'palette'));
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  useShortcuts('Everywhere', [
    { keys: '/', label: 'Search and commands', run: () => setOverlay('palette') },
    {
      keys: 'c',
      label: 'Create a link',
      run: () => void navigate({ to: '/$workspace/links/new', params: { workspace } }),
    },
    { keys: 'a', label: 'Show this screen as requests', run: () => setShowsRequests((shown) => !shown) },
    { keys: '?', label: 'Keyboard shortcuts', run: () => setOverlay('shortcuts') },
    ...SCREENS.map(({ to, label, keys }) => ({
      keys,
      label: `Go to ${label}`,
      run: () => void navigate({ to, params: { workspace } }),
    })),
  ]);
  const commands = {
    openPalette: () => setOverlay('palette'),
    openShortcuts: () => setOverlay('shortcuts'),
    toggleRequests: () => setShowsRequests((shown) => !shown),
  };
  return (
    <div className="flex min-h-screen flex-col md:flex-row">
      <a
        href="#content"
        className="bg-raised border-line fixed top-2 left-2 z-50 -translate-y-20 rounded-md border px-3 py-2 focus:translate-y-0"
      >
        Skip to content
      </a>
      <TopBar commands={commands} />
      <Sidebar commands={commands} />
      <main
        id="content"
        tabIndex={-1}
        className={`min-w-0 flex-1 outline-none ${showsRequests ? 'md:pr-[500px]' : ''}`}
      >
        <Outlet />
      </main>
      <Suspense fallback={null}>
        {overlay === 'palette' && <Palette onClose={() => setOverlay(null)} commands={commands} />}
        {overlay === 'shortcuts' && <ShortcutList open onClose={() => setOverlay(null)} />}
        {showsRequests && <RequestPanel onClose={() => setShowsRequests(false)} />}
      </Suspense>
    </div>
  );
};

/** What was sent on another screen is not shown on this one. */
const useForgetting = (): void => {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (pathChanged) forgetRecorded();
      }),
    [router],
  );
};
