import { type Dispatch, type ReactNode, type SetStateAction, useEffect, useState } from 'react';
import { DraftNote } from './draft-note';

interface Kept<T> {
  readonly begun: T;
  readonly fields: T;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What was typed, in what the form begins with now: others may have changed the rest meanwhile. */
const typedIn = <T extends object>(key: string, begun: T): T | null => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept<T> | null;
    if (kept === null) return null;
    const before = new Map<string, unknown>(Object.entries(kept.begun));
    const typed = Object.entries(kept.fields).filter(
      ([name, value]) => name in begun && !same(value, before.get(name)),
    );
    return typed.length > 0 ? { ...begun, ...Object.fromEntries(typed) } : null;
  } catch {
    return null;
  }
};

/**
 * The fields of a form, kept in this tab until they are sent or cancelled: they outlive a session that ends midway, and
 * a screen that is loaded again.
 * @param name of the form and of what it edits
 * @param begun what the form begins with; the same object as long as nothing else is edited
 * @returns the fields, how to set and how to forget them, and a note where they were typed earlier
 */
export const useKept = <T extends object>(
  name: string,
  begun: T,
): readonly [T, Dispatch<SetStateAction<T>>, () => void, ReactNode] => {
  const key = `waymark.typed.${name}`;
  const [earlier, setEarlier] = useState(() => typedIn(key, begun));
  const [fields, setFields] = useState(earlier ?? begun);
  const forget = (): void => {
    setEarlier(null);
    sessionStorage.removeItem(key);
  };
  useEffect(() => {
    if (same(fields, begun)) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify({ begun, fields } satisfies Kept<T>));
  }, [key, fields, begun]);
  const note = earlier && <DraftNote onDrop={() => (forget(), setFields(begun))} />;
  return [fields, setFields, forget, note];
};
