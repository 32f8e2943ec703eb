import { SearchIcon, ThreeBarsIcon } from '@primer/octicons-react';
import { Suspense, useState } from 'react';
import { buttonClass } from './button';
import { lazyOverlay } from './lazy-overlay';
import { Mark } from './mark';
import type { Commands } from './navigation';

const Drawer = lazyOverlay(() => import('./drawer').then(({ Drawer: it }) => it));

export const TopBar = ({ commands }: { readonly commands: Commands }) => {
  const [open, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  return (
    <header className="border-line bg-sunken flex h-12 items-center gap-2 border-b px-3 md:hidden">
      <button
        type="button"
        className={buttonClass('quiet', 'icon')}
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => (setOpen(true), setWasOpen(true))}
      >
        <ThreeBarsIcon />
      </button>
      {wasOpen && (
        <Suspense fallback={null}>
          <Drawer open={open} onClose={() => setOpen(false)} commands={commands} />
        </Suspense>
      )}
      <Mark className="size-6" />
      <span className="flex-1 font-semibold">Waymark</span>
      <button type="button" className={buttonClass('quiet', 'icon')} aria-label="Search" onClick={commands.openPalette}>
        <SearchIcon />
      </button>
    </header>
  );
};
