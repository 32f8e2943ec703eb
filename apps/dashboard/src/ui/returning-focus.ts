import { type RefObject, useEffect, useRef } from 'react';

/** What goes away takes the focus with it, which then goes to something that stays. @param count of what may go away */
export const useReturningFocus = (to: RefObject<HTMLElement | null>, count: number): void => {
  const before = useRef(0);
  useEffect(() => {
    const isLess = count < before.current;
    before.current = count;
    if (!isLess) return undefined;
    // A dialog that began it gives back the focus first.
    const timer = setTimeout(() => document.activeElement === document.body && to.current?.focus());
    return () => clearTimeout(timer);
  }, [to, count]);
};
