import { useCallback, useEffect, useState } from 'react';
import { type AuthOptions, authOptions } from '../../api/entry';
import { asProblem, type Problem } from '../../api/problem';

interface Found {
  readonly options: AuthOptions | undefined;
  readonly problem: Problem | null;
  readonly retry: () => void;
}

/** How the product gives accounts; asked once for a page. */
export const useAuthOptions = (): Found => {
  const [found, setFound] = useState<Pick<Found, 'options' | 'problem'>>({ options: undefined, problem: null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const gone = new AbortController();
    authOptions(gone.signal).then(
      (options) => setFound({ options, problem: null }),
      (error: unknown) => !gone.signal.aborted && setFound({ options: undefined, problem: asProblem(error) }),
    );
    return () => gone.abort();
  }, [attempt]);
  const retry = useCallback(() => {
    setFound({ options: undefined, problem: null });
    setAttempt((count) => count + 1);
  }, []);
  return { ...found, retry };
};
