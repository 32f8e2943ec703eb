import { useEffect, useState } from 'react';
import type { Shown } from './request-draft';
import { type Language, type Writer, snippet } from './snippets';

type Go = Writer | 'loading' | 'failed';

/** The request in a language, or that there is no call for it; null while what writes it is loaded. */
export const useSnippet = (language: Language, request: Shown): string | null => {
  const [go, setGo] = useState<Go>('loading');
  useEffect(() => {
    if (language !== 'go') return;
    import('./go-snippet').then(
      ({ goSnippet }) => setGo(() => goSnippet),
      () => setGo('failed'),
    );
  }, [language]);
  if (language === 'go' && typeof go === 'string')
    return go === 'loading' ? null : 'What writes Go could not be loaded. Choose it once more.';
  const writer = typeof go === 'string' ? () => null : go;
  return snippet(language, request, writer) ?? 'This language has no call of its own for it.';
};
