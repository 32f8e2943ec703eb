import { useEffect } from 'react';
import { createStore } from '../api/store';
import type { Recorded } from '../api/recorder';

export type Shown = Pick<Recorded, 'method' | 'url' | 'headers' | 'body'>;

/** What a form would send if it were sent now. */
export const draft = createStore<Shown | null>(null);

/** Shows a request that is not sent yet, for as long as its form is there. */
export const useDraft = (request: Shown): void => {
  const text = JSON.stringify(request);
  useEffect(() => {
    draft.set(() => JSON.parse(text) as Shown);
  }, [text]);
  useEffect(() => () => draft.set(() => null), []);
};
