import type { ReactNode } from 'react';

export type BadgeTone = 'good' | 'warn' | 'bad' | 'accent' | 'none';

const TONES: Readonly<Record<BadgeTone, string>> = {
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  accent: 'bg-accent-soft text-accent-strong',
  none: 'bg-hover text-soft',
};

export const Badge = ({ tone = 'none', children }: { readonly tone?: BadgeTone; readonly children: ReactNode }) => (
  <span
    className={`inline-flex h-5 items-center gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap ${TONES[tone]}`}
  >
    {children}
  </span>
);

const DOTS: Readonly<Record<BadgeTone, string>> = {
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
  accent: 'bg-accent',
  none: 'bg-faint',
};

export const Dot = ({ tone = 'none' }: { readonly tone?: BadgeTone }) => (
  <span aria-hidden="true" className={`inline-block size-1.5 shrink-0 rounded-full ${DOTS[tone]}`} />
);
