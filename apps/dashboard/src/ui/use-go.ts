import { useEffect, useState } from 'react';
import type { Shown } from './request-draft';
import { type Language, type Writer, snippet } from './snippets';

type Go = Writer | 'loading' | 'failed';

/** What writes Go, which is loaded once it is chosen. */
export const useGo = (language: Language): Go => {
  const [go, setGo] = useState<Go>('loading');
  useEffect(() => {
    if (language !== 'go') return;
    import('./go-snippet').then(
      ({ goSnippet }) => setGo(() => goSnippet),
      () => setGo('failed'),
    );
  }, [language]);
  return go;
};

/** The request in a language, or why it is not there; null while what writes it is loaded. */
export const codeOf = (language: Language, request: Shown, go: Go): string | null => {
  if (language === 'go' && go === 'loading') return null;
  if (language === 'go' && go === 'failed') return 'What writes Go could not be loaded. Load the page again.';
  const writer = typeof go === 'string' ? () => null : go;
  return snippet(language, request, writer) ?? 'This language has no call of its own for it.';
};
