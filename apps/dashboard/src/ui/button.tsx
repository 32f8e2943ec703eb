import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';

export type Tone = 'primary' | 'plain' | 'quiet' | 'danger';

const TONES: Readonly<Record<Tone, string>> = {
  primary: 'bg-accent text-on-accent border-transparent hover:bg-accent-strong',
  plain: 'bg-bg text-ink border-control hover:bg-hover',
  quiet: 'bg-transparent text-soft border-transparent hover:bg-hover hover:text-ink',
  danger: 'bg-bg text-bad border-control hover:bg-bad-soft',
};

export const buttonClass = (tone: Tone = 'plain', size: 'md' | 'sm' | 'icon' = 'md'): string =>
  [
    'inline-flex items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap select-none',
    'aria-disabled:opacity-55 disabled:opacity-55 transition-colors',
    { md: 'h-8 px-3', sm: 'h-7 px-2 text-sm', icon: 'size-8 shrink-0' }[size],
    TONES[tone],
  ].join(' ');

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: Tone;
  readonly size?: 'md' | 'sm' | 'icon';
  readonly busy?: boolean;
  /** Why it cannot be used. It stays in the order of focus, so that everybody can find out. */
  readonly refused?: string | undefined;
  readonly icon?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

export const Button = ({ tone, size, busy = false, refused, icon, children, className = '', ...rest }: ButtonProps) => {
  const blocked = busy || refused !== undefined;
  return (
    <button
      type="button"
      {...rest}
      {...(blocked && { 'aria-disabled': true })}
      {...(refused !== undefined && { title: refused })}
      onClick={(event) => (blocked ? event.preventDefault() : rest.onClick?.(event))}
      className={`${buttonClass(tone, size)} ${className}`}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
};

export const Spinner = () => (
  <svg viewBox="0 0 16 16" className="size-3.5 animate-spin" aria-hidden="true">
    <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="2" opacity=".25" />
    <path d="M8 2a6 6 0 0 1 6 6" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
  </svg>
);

/** A key that does something, beside what it does. */
export const Key = ({ children }: { readonly children: ReactNode }) => (
  <kbd className="border-line text-faint bg-sunken inline-flex h-4.5 min-w-4.5 items-center justify-center rounded border px-1 font-sans text-[11px] leading-none">
    {children}
  </kbd>
);
