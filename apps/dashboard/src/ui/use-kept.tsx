import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import type { Answered } from '../api/client';
import { session } from '../api/session';
import { DraftNote } from './draft-note';

/** How a form is kept. All of it stays the same as long as the form is there. */
interface Keeping<T> {
  /** Of this tab by default. */
  readonly storage?: Storage;
  /** The fields as they are kept and compared: no secrets, and nothing that is of this page alone. */
  readonly plain?: (fields: T) => object;
  /** Fields of this page from what `plain` has made. */
  readonly revive?: (kept: Partial<T>) => Partial<T>;
}

/** What a form began from, and what it says now. */
interface Kept<B, T> {
  readonly base: B;
  readonly fields: T;
}

interface KeptForm<B, T> extends Kept<B, T> {
  /** The fields of the base. */
  readonly before: T;
  readonly set: (change: Partial<T>) => void;
  /** Begins again, with nothing typed. */
  readonly begin: (base: B) => void;
  /** Compares with another base, and leaves what is typed. */
  readonly rebase: (base: B) => void;
  /** Drops what was kept, before the form is left. */
  readonly forget: () => void;
  /** Where fields were typed earlier. */
  readonly note: ReactNode;
}

// The previous version did not say whose these were.
for (const storage of [localStorage, sessionStorage])
  for (const key of Object.keys(storage)) if (/^waymark\.(draft|edit|typed)\./.test(key)) storage.removeItem(key);

const asIs = <T,>(fields: T): T => fields;

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

interface State<B, T> extends Kept<B, T> {
  readonly isEarlier: boolean;
}

interface Form<B, T> extends Keeping<T> {
  readonly name: string;
  readonly from: B;
  readonly fieldsOf: (base: B) => T;
}

const useForm = <B, T extends object>({ name, from, fieldsOf, ...how }: Form<B, T>): KeptForm<B, T> => {
  const { storage = sessionStorage, plain = asIs, revive = asIs } = how;
  // The session may end before the form does, and what one person has typed is not shown to the next one.
  const [key] = useState(() => `waymark.kept.${session.get()?.user.id ?? ''}.${name}`);
  const [{ base, fields, isEarlier }, setForm] = useState<State<B, T>>(() => {
    const now = fieldsOf(from);
    const anew = { base: from, fields: now, isEarlier: false };
    try {
      const kept = JSON.parse(storage.getItem(key) ?? 'null') as Kept<B, Partial<T>> | null;
      if (kept === null) return anew;
      const typed = { ...now, ...fieldsOf(kept.base), ...revive(kept.fields) };
      // It may have been saved, and only the answer was lost.
      return same(plain(typed), plain(now)) ? anew : { base: kept.base, fields: typed, isEarlier: true };
    } catch {
      return anew;
    }
  });
  const before = useMemo(() => fieldsOf(base), [fieldsOf, base]);
  const begin = (next: B): void => setForm({ base: next, fields: fieldsOf(next), isEarlier: false });
  useEffect(() => {
    if (same(plain(fields), plain(before))) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify({ base, fields: plain(fields) }));
  }, [storage, plain, key, base, before, fields]);
  return {
    base,
    before,
    fields,
    set: (change) => setForm((now) => ({ ...now, fields: { ...now.fields, ...change } })),
    begin,
    rebase: (next) => setForm((now) => ({ ...now, base: next })),
    forget: () => storage.removeItem(key),
    note: isEarlier && <DraftNote onDrop={() => begin(from)} />,
  };
};

/**
 * The fields of a form that makes something. They are kept until they are sent or cancelled, for the person who has
 * typed them: they outlive a session that ends midway, and a screen that is loaded again.
 * @param name of the form
 * @param begun what the form begins with
 */
export const useKept = <T extends object>(name: string, begun: T, how: Keeping<T> = {}): KeptForm<T, T> =>
  useForm({ ...how, name, from: begun, fieldsOf: asIs });

/**
 * The fields of a form that edits a record, kept as by {@link useKept}, with the record that they began from: where
 * others have changed it meanwhile, saving finds that out.
 * @param name of the form, and of the record
 * @param read the record as it is now; once the form is there, another one changes nothing
 */
export const useKeptEdit = <R, T extends object>(
  name: string,
  read: Answered<R>,
  fieldsOf: (record: R) => T,
  how: Keeping<T> = {},
): KeptForm<Answered<R>, T> => {
  const ofAnswer = useCallback(({ data }: Answered<R>) => fieldsOf(data), [fieldsOf]);
  return useForm({ ...how, name, from: read, fieldsOf: ofAnswer });
};
