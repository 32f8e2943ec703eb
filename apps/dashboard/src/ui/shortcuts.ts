import { useEffect, useRef } from 'react';
import { createStore } from '../api/store';

export interface Shortcut {
  /** One key or two in a row, as `event.key` names them: `c`, `g l`, `?`; and `Space`. */
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
}

/** What opens the palette whether letters are on or off. Fonts of other systems have no ⌘. */
export const PALETTE_KEYS = /Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K';

const KEY = 'waymark.shortcuts';
/** Milliseconds in which the second key of two has to be pressed, however busy the page is meanwhile. */
const TOGETHER_MS = 1_200;

export const groups = createStore<ReadonlyMap<string, readonly Shortcut[]>>(new Map());
/** Letters without Ctrl may be turned off: those who speak to their machine set them off by words. */
export const enabled = createStore(localStorage.getItem(KEY) !== 'off');

export const setEnabled = (value: boolean): void => {
  localStorage.setItem(KEY, value ? 'on' : 'off');
  enabled.set(() => value);
};

/** Shortcuts that hold while a component is there. @param group names them in the list that `?` opens */
export const useShortcuts = (group: string, shortcuts: readonly Shortcut[]): void => {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  const shape = shortcuts.map(({ keys, label }) => `${keys} ${label}`).join('\n');
  useEffect(() => {
    const stable = latest.current.map(({ keys, label }, index) => ({
      keys,
      label,
      run: () => latest.current[index]?.run(),
    }));
    groups.set((all) => new Map([...all, [group, stable]]));
    return () => groups.set((all) => new Map([...all].filter(([name]) => name !== group)));
  }, [group, shape]);
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type));

/** While something lies over the page, its keys are its own; a toast, which is a dialog by its role, covers nothing. */
const isCovered = (): boolean =>
  document.querySelector(':is([role=dialog],[role=alertdialog],[role=menu]):not([data-toast])') !== null;

const nameOf = ({ key, shiftKey }: KeyboardEvent): string => {
  if (key === ' ') return 'Space';
  return shiftKey && /^[A-Z]$/.test(key) ? `⇧${key.toLowerCase()}` : key;
};

/** What has the focus may do something of its own at Space. */
const isPressed = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, summary, input, [role=button], [role=tab]') !== null;

let first: { readonly key: string; readonly at: number } | null = null;

/** Follows the keyboard for as long as the shell is there. */
export const listen = (): (() => void) => {
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!enabled.get() || isTyping(event.target) || isCovered()) return;
    const key = nameOf(event);
    if (key === 'Space' && isPressed(event.target)) return;
    const all = [...groups.get().values()].flat().reverse();
    const pair = first && event.timeStamp - first.at < TOGETHER_MS ? `${first.key} ${key}` : null;
    const found = all.find(({ keys }) => keys === pair) ?? all.find(({ keys }) => keys === key);
    first = found ? null : { key, at: event.timeStamp };
    if (!found) return;
    event.preventDefault();
    found.run();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
};
