import { useEffect } from 'react';

let letters = '';

/** What was typed before the palette had the focus, once. */
export const takeLetters = (): string => {
  const taken = letters;
  letters = '';
  return taken;
};

const isAtHome = (): boolean => document.activeElement?.getAttribute('role') === 'combobox';

/** Keeps what is typed while the palette is on its way, which would else be shortcuts or lost. */
export const useEarlyLetters = (isOpen: boolean): void => {
  useEffect(() => {
    if (!isOpen) return undefined;
    letters = '';
    const onKey = (event: KeyboardEvent): void => {
      if (isAtHome() || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Backspace') letters = letters.slice(0, -1);
      else if (event.key.length === 1) letters += event.key;
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [isOpen]);
};
