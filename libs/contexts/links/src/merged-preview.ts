import { type Edit, valuesOf } from '@kernel';
import type { Preview } from './link-choice.record';

/** A preview after an edit: an absent part stays, null clears it. Null when no part is left. */
export const mergedPreview = (before: Preview | null, sent: Edit<Preview>): Preview | null => {
  const parts = Object.entries({ ...before, ...valuesOf(sent, () => null) }).filter(([, part]) => part);
  return parts.length > 0 ? Object.fromEntries(parts) : null;
};
