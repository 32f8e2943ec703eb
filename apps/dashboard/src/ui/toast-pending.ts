import { type Answered, pendingNote } from '../api/client';
import { toast } from './toast';

/** For a write that the screen itself shows: says only which processor has yet to apply it, if one has. */
export const toastPending = (title: string, answered: Answered<unknown>): void => {
  if (answered.pending !== null) toast(title, pendingNote(answered));
};
