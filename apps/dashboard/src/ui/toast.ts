import type { ToastOptions } from './toasts';

/** Says what was done, where nothing else on the screen does. */
export const toast = (title: string, options: ToastOptions = {}): void =>
  void import('./toasts').then(
    ({ show }) => show(title, options),
    () => undefined,
  );
