import { Toast as Base } from '@base-ui/react/toast';
import { XIcon } from '@primer/octicons-react';
import { useEffect } from 'react';
import { buttonClass, Key } from './button';
import { useShortcuts } from './shortcuts';

/** What a letter does as well as its button, wherever the focus is. */
interface Taken {
  readonly undo?: () => void;
}

const manager = Base.createToastManager<Taken>();

/** Called once the place of toasts is there: what the manager is given before is lost. */
let place: () => void = () => undefined;
const placed = new Promise<void>((resolve) => (place = resolve));

export interface ToastOptions {
  readonly description?: string;
  readonly tone?: 'good' | 'bad';
  /** What takes it back. */
  readonly undo?: () => void;
}

export const show = async (title: string, { description, tone = 'good', undo }: ToastOptions): Promise<void> => {
  await placed;
  const takeBack = (): void => {
    manager.close(id);
    undo?.();
  };
  const id = manager.add({
    title,
    type: tone,
    timeout: undo ? 10_000 : 5_000,
    priority: tone === 'bad' ? 'high' : 'low',
    ...(description !== undefined && { description }),
    ...(undo && {
      data: { undo: takeBack },
      actionProps: { children: <UndoLabel />, onClick: takeBack, 'aria-keyshortcuts': 'Z' },
    }),
  });
};

const UndoLabel = () => (
  <>
    Undo
    <span aria-hidden="true">
      <Key>Z</Key>
    </span>
  </>
);

const UndoKey = ({ undo }: { readonly undo: () => void }) => {
  useShortcuts('Notice', [{ keys: 'z', label: 'Undo', run: undo }]);
  return null;
};

const List = () => {
  const { toasts } = Base.useToastManager<Taken>();
  const newest = toasts.find(({ data, transitionStatus }) => data?.undo && transitionStatus !== 'ending');
  return (
    <>
      {newest?.data?.undo && <UndoKey undo={newest.data.undo} />}
      {toasts.map((one) => (
        <Notice key={one.id} one={one} />
      ))}
    </>
  );
};

/**
 * The library hides a toast of high priority, and each button that closes one, from screen readers until the focus is
 * there, although the Tab key leads to both. An error is read aloud from a copy of its text; so the toast itself is not.
 */
const REACHABLE = { 'aria-hidden': false } as const;

const Notice = ({ one }: { readonly one: Base.Root.ToastObject<Taken> }) => (
  <Base.Root
    toast={one}
    data-toast
    {...REACHABLE}
    {...(one.priority === 'high' && { 'aria-live': 'off' })}
    className="bg-raised border-line shadow-lift pointer-events-auto flex w-full items-start gap-2 rounded-lg border py-2.5 pr-2 pl-4 transition-opacity data-ending-style:opacity-0 data-limited:hidden data-starting-style:opacity-0"
  >
    <Base.Content className="flex min-w-0 flex-1 items-center gap-3">
      <div className="min-w-0 flex-1">
        <Base.Title className={`font-medium ${one.type === 'bad' ? 'text-bad' : ''}`} />
        <Base.Description className="text-soft text-sm" />
      </div>
      <Base.Action className={buttonClass('plain', 'sm')} />
      <Base.Close className={buttonClass('quiet', 'icon')} aria-label="Dismiss" {...REACHABLE}>
        <XIcon />
      </Base.Close>
    </Base.Content>
  </Base.Root>
);

export const Toasts = () => {
  // After the effects of what is within, and so after the provider listens.
  useEffect(() => place(), []);
  return (
    <Base.Provider toastManager={manager} limit={3}>
      <Base.Portal>
        <Base.Viewport className="pointer-events-none fixed right-3 bottom-3 z-60 flex w-[min(400px,calc(100vw-24px))] flex-col gap-2">
          <List />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
};
