import { EMPTY, type Fields } from './fields';

const keyOf = (workspace: string): string => `waymark.draft.${workspace}`;

/** What was typed for a new link and not sent; never a password. */
export const draftOf = (workspace: string): Fields | null => {
  try {
    const stored = localStorage.getItem(keyOf(workspace));
    return stored === null ? null : { ...EMPTY, ...(JSON.parse(stored) as Partial<Fields>) };
  } catch {
    return null;
  }
};

export const keepDraft = (workspace: string, { password: _password, ...fields }: Fields): void => {
  if (JSON.stringify({ ...fields, password: '' }) === JSON.stringify({ ...EMPTY, password: '' })) dropDraft(workspace);
  else localStorage.setItem(keyOf(workspace), JSON.stringify(fields));
};

export const dropDraft = (workspace: string): void => localStorage.removeItem(keyOf(workspace));
