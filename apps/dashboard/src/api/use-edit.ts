import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answered } from './client';
import { asProblem, type Problem, problemIn } from './problem';

interface EditOptions<T, C> {
  readonly send: (change: C, etag: string | null) => Promise<Answered<T>>;
  /** It as it is now. */
  readonly read: () => Promise<Answered<T>>;
  readonly onSaved: (answered: Answered<T>) => void;
}

export interface Edit<T, C> {
  readonly busy: boolean;
  /** Nothing while both changes can be merged. */
  readonly problem: Problem | null;
  /** What went wrong last, whatever it was. */
  readonly refused: Problem | null;
  /** What somebody else made of it meanwhile. */
  readonly theirs: Answered<T> | null;
  readonly save: (change: C, etag: string | null) => void;
  /** Leaves theirs alone, and goes on with the form. */
  readonly goBack: () => void;
}

/** Saves what was changed in a form. Where somebody else was faster, theirs is read, to be merged with it. */
export const useEdit = <T, C>({ send, read, onSaved }: EditOptions<T, C>): Edit<T, C> => {
  const [theirs, setTheirs] = useState<Answered<T> | null>(null);
  const edit = useMutation({
    mutationFn: ({ change, etag }: { readonly change: C; readonly etag: string | null }) => send(change, etag),
    onSuccess: (answered) => {
      setTheirs(null);
      onSaved(answered);
    },
    onError: async (error) => {
      if (asProblem(error).code === 'revision_mismatch') setTheirs(await read().catch(() => null));
    },
  });
  const refused = problemIn(edit.error);
  return {
    busy: edit.isPending,
    problem: theirs ? null : refused,
    refused,
    theirs,
    save: (change, etag) => edit.mutate({ change, etag }),
    goBack: () => setTheirs(null),
  };
};
