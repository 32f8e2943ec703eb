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

/** The same as a component, for what is a request only at times. */
export const Draft = ({ request }: { readonly request: Shown }): null => {
  useDraft(request);
  return null;
};

/** A request with a body, for a draft. Nothing on the screen gives a password away. */
export const jsonRequest = (method: string, url: string, body: object, etag: string | null = null): Shown => ({
  method,
  url,
  headers: { 'content-type': 'application/json', ...(etag !== null && { 'if-match': etag }) },
  body: JSON.stringify('password' in body && body.password ? { ...body, password: '…' } : body),
});
