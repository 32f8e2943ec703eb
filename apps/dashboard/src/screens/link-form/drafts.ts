import type { Answered } from '../../api/client';
import type { Link } from '../../api/queries';
import { EMPTY, type Fields, newKey } from './fields';

const keyOf = (workspace: string): string => `waymark.draft.${workspace}`;
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
export const draftOf = (workspace: string): Fields | null => {
  const stored = parsed<Partial<Fields>>(localStorage.getItem(keyOf(workspace)));
  return stored && revived(stored);
};

export const keepDraft = (workspace: string, fields: Fields): void => {
  const text = JSON.stringify(withoutPassword(fields));
  if (text === JSON.stringify(withoutPassword(EMPTY))) dropDraft(workspace);
  else localStorage.setItem(keyOf(workspace), text);
};

export const dropDraft = (workspace: string): void => localStorage.removeItem(keyOf(workspace));

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
