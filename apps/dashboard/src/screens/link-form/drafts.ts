import type { Answered } from '../../api/client';
import type { Link } from '../../api/queries';
import { EMPTY, type Fields, newKey } from './fields';

const editKeyOf = (id: string): string => `waymark.edit.${id}`;

const parsed = <T>(text: string | null): T | null => {
  try {
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
};

/** Keys are those of this page, lest a new rule gets the key of an old one. */
const revived = (stored: Partial<Fields>): Fields => {
  const fields = { ...EMPTY, ...stored };
  return {
    ...fields,
    rules: fields.rules.map((rule) => ({ ...rule, key: newKey() })),
    variants: fields.variants.map((variant) => ({ ...variant, key: newKey() })),
  };
};

const withoutPassword = ({ password: _password, ...fields }: Fields): Omit<Fields, 'password'> => fields;

/** What was typed for a new link and not sent; never a password. */
export interface Draft {
  read(): Fields | null;
  /** Drops it where it is what the form begins with. */
  keep(fields: Fields): void;
  drop(): void;
}

const draftIn = (storage: Storage, key: string, start: Fields): Draft => {
  const drop = (): void => storage.removeItem(key);
  return {
    read: () => {
      const stored = parsed<Partial<Fields>>(storage.getItem(key));
      return stored && revived(stored);
    },
    keep: (fields) => {
      const text = JSON.stringify(withoutPassword(fields));
      if (text === JSON.stringify(withoutPassword(start))) drop();
      else storage.setItem(key, text);
    },
    drop,
  };
};

/** The draft of a form that begins empty. Every tab has the same. */
export const emptyDraft = (workspace: string): Draft => draftIn(localStorage, `waymark.draft.${workspace}`, EMPTY);

/**
 * The draft of a form that begins with something, of this tab alone.
 * @param name of what it begins with
 */
export const draftFrom = (workspace: string, name: string, start: Fields): Draft =>
  draftIn(sessionStorage, `waymark.draft.${workspace}.${name}`, start);

/** An edit that was not sent, with the link that it began from. */
export interface EditDraft {
  readonly base: Answered<Link>;
  readonly fields: Fields;
}

/** Of this tab, so that it outlives a session that ends midway. */
export const editDraftOf = (id: string): EditDraft | null => {
  const stored = parsed<EditDraft>(sessionStorage.getItem(editKeyOf(id)));
  return stored && { base: stored.base, fields: revived(stored.fields) };
};

export const keepEditDraft = (id: string, { base, fields }: EditDraft): void =>
  sessionStorage.setItem(editKeyOf(id), JSON.stringify({ base, fields: withoutPassword(fields) }));

export const dropEditDraft = (id: string): void => sessionStorage.removeItem(editKeyOf(id));
