import type { ReactNode, Ref } from 'react';

interface SectionProps {
  readonly title: string;
  readonly about: ReactNode;
  readonly action?: ReactNode;
  /** For what leads to it. */
  readonly ref?: Ref<HTMLElement>;
  readonly children: ReactNode;
}

/** One subject of the settings: what it is at one side, and what there is to set at the other. */
export const Section = ({ title, about, action, ref, children }: SectionProps) => (
  <section
    ref={ref}
    aria-label={title}
    tabIndex={-1}
    className="border-line grid gap-x-10 gap-y-3 border-t py-7 first-of-type:border-t-0 first-of-type:pt-1 @3xl:grid-cols-[240px_minmax(0,1fr)]"
  >
    <div className="flex flex-wrap items-start justify-between gap-3 @3xl:flex-col @3xl:justify-start">
      <div className="min-w-0 flex-1 @3xl:flex-none">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-soft mt-0.5 text-sm">{about}</p>
      </div>
      {action}
    </div>
    <div className="min-w-0">{children}</div>
  </section>
);
