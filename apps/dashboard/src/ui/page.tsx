import { type ReactNode, useEffect } from 'react';

interface PageProps {
  readonly title: string;
  /** Beside the title. */
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Behind the whole page, where it does not show the present. */
  readonly isPast?: boolean;
}

/** A screen: its heading, what can be done there, and its content. */
export const Page = ({ title, note, actions, children, isPast = false }: PageProps) => {
  useEffect(() => {
    document.title = `${title} · Waymark`;
  }, [title]);
  return (
    <div className={`min-h-full ${isPast ? 'bg-past' : ''}`}>
      <div className="@container mx-auto w-full max-w-[1180px] px-4 pt-5 pb-24 md:px-8 md:pt-7">
        <header className="mb-5 flex flex-wrap items-start gap-x-3 gap-y-2">
          {/* What follows a long title stands behind its last word, and its actions beside it as long as they fit. */}
          <div className="min-w-0 flex-1 basis-40 py-0.5">
            <h1 className="mr-3 inline text-xl font-semibold tracking-tight">{title}</h1>
            {note && <span className="relative -top-0.5 inline-flex items-center gap-2 align-middle">{note}</span>}
          </div>
          {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
        {children}
      </div>
    </div>
  );
};
