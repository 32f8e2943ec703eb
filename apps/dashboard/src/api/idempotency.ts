import { useRef } from 'react';

interface Keys {
  /** The key for a body: the same as long as the body is, so that a repeat after a lost answer does nothing twice. */
  readonly of: (body: object) => { readonly 'Idempotency-Key': string };
  /** After an answer. The same body would be another wish. */
  readonly spend: () => void;
}

/** Idempotency-Keys of one form. */
export const useIdempotency = (): Keys => {
  const last = useRef({ body: '', key: '' });
  return {
    of: (body) => {
      const text = JSON.stringify(body);
      if (last.current.body !== text) last.current = { body: text, key: crypto.randomUUID() };
      return { 'Idempotency-Key': last.current.key };
    },
    spend: () => (last.current = { body: '', key: '' }),
  };
};

/** For an action without a form. */
export const once = (): { readonly 'Idempotency-Key': string } => ({ 'Idempotency-Key': crypto.randomUUID() });
