import { CodeIcon } from '@primer/octicons-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { lazyOverlay } from './lazy-overlay';
import { Mark } from './mark';

const RequestPanel = lazyOverlay(() => import('./request-panel').then(({ RequestPanel: it }) => it));

interface EntryPageProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly children: ReactNode;
  /** Below the card. */
  readonly foot?: ReactNode;
}

/** A screen outside of any workspace: one card in the middle. */
export const EntryPage = ({ title, about, children, foot }: EntryPageProps) => {
  const [showsRequests, setShowsRequests] = useState(false);
  useEffect(() => {
    document.title = `${title} · Waymark`;
  }, [title]);
  return (
    <>
      <main className={`bg-sunken grid min-h-screen place-items-center p-4 ${showsRequests ? 'md:pr-[516px]' : ''}`}>
        <div className="w-full max-w-[360px]">
          <div className="mb-6 flex items-center justify-center gap-2.5">
            <Mark className="size-8" />
            <span className="text-xl font-semibold tracking-tight">Waymark</span>
          </div>
          <div className="bg-bg border-line rounded-xl border p-6">
            <h1 className={`text-lg font-semibold ${about === undefined ? 'mb-4' : ''}`}>{title}</h1>
            {about !== undefined && <p className="text-soft mt-0.5 mb-4">{about}</p>}
            {children}
          </div>
          <div className="text-soft mt-4 space-y-2 text-center text-sm">
            {foot}
            <button
              type="button"
              aria-expanded={showsRequests}
              className="text-faint hover:text-ink inline-flex items-center gap-1.5 rounded"
              onClick={() => setShowsRequests((shown) => !shown)}
            >
              <CodeIcon size={14} /> Show as request
            </button>
          </div>
        </div>
      </main>
      <Suspense fallback={null}>{showsRequests && <RequestPanel onClose={() => setShowsRequests(false)} />}</Suspense>
    </>
  );
};

export const linkClass = 'text-accent font-medium underline-offset-2 hover:underline';
