import { useCallback, useEffect, useRef, useState } from 'react';
import { type Click, follow, type LiveQuery, type LiveState } from './follow';

/** Rows that are kept. */
export const ROWS = 200;
/** Milliseconds between two paints. */
const PAINT_MS = 250;

export interface Live {
  /** The newest first. */
  readonly clicks: readonly Click[];
  readonly state: LiveState;
  readonly isPaused: boolean;
  /** How many came since the pause; what is beyond the rows that are kept is counted only. */
  readonly waiting: number;
  readonly pause: (paused: boolean) => void;
  readonly retry: () => void;
}

interface Shown {
  readonly clicks: readonly Click[];
  readonly waiting: number;
}

/** What has come and is not painted yet. It is painted at most every so many milliseconds, however much comes. */
const useRows = () => {
  const [shown, setShown] = useState<Shown>({ clicks: [], waiting: 0 });
  const buffer = useRef<{ fresh: Click[]; count: number; timer: number | null; isPaused: boolean }>({
    fresh: [],
    count: 0,
    timer: null,
    isPaused: false,
  });
  const paint = useCallback(() => {
    const now = buffer.current;
    now.timer = null;
    if (now.isPaused) return setShown(({ clicks }) => ({ clicks, waiting: now.count }));
    const fresh = now.fresh.toReversed();
    now.fresh = [];
    now.count = 0;
    setShown(({ clicks }) => ({ clicks: [...fresh, ...clicks].slice(0, ROWS), waiting: 0 }));
  }, []);
  const plan = useCallback(() => {
    buffer.current.timer ??= window.setTimeout(paint, PAINT_MS);
  }, [paint]);
  const add = useCallback(
    (click: Click) => {
      buffer.current.count += 1;
      buffer.current.fresh = [...buffer.current.fresh, click].slice(-ROWS);
      plan();
    },
    [plan],
  );
  const setPaused = useCallback(
    (isPaused: boolean) => {
      buffer.current.isPaused = isPaused;
      plan();
    },
    [plan],
  );
  const clear = useCallback(() => {
    buffer.current.fresh = [];
    buffer.current.count = 0;
    setShown({ clicks: [], waiting: 0 });
  }, []);
  useEffect(
    () => () => {
      if (buffer.current.timer !== null) clearTimeout(buffer.current.timer);
      buffer.current.timer = null;
    },
    [],
  );
  return { ...shown, add, setPaused, clear };
};

const useIsVisible = (): boolean => {
  const [isVisible, setIsVisible] = useState(!document.hidden);
  useEffect(() => {
    const onChange = (): void => setIsVisible(!document.hidden);
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
  return isVisible;
};

/** Clicks as they come, while somebody looks: a hidden tab holds no stream, and goes on from where it was. */
export const useLive = (query: LiveQuery): Live => {
  const [state, setState] = useState<LiveState>({ is: 'connecting' });
  const [isPaused, setIsPaused] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const isVisible = useIsVisible();
  const { clicks, waiting, add, setPaused, clear } = useRows();
  const asked = JSON.stringify(query);
  const last = useRef<{ id: string | null }>({ id: null });
  useEffect(() => {
    // Other filters, other clicks.
    last.current = { id: null };
    return clear;
  }, [asked, clear]);
  useEffect(() => {
    if (!isVisible) return undefined;
    const gone = new AbortController();
    const following = { query: JSON.parse(asked) as LiveQuery, signal: gone.signal, last: last.current };
    void follow({ ...following, onClick: add, onState: (next) => !gone.signal.aborted && setState(next) });
    return () => gone.abort();
  }, [asked, isVisible, attempt, add]);
  const pause = useCallback(
    (paused: boolean) => {
      setIsPaused(paused);
      setPaused(paused);
    },
    [setPaused],
  );
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { clicks, state, isPaused, waiting, pause, retry };
};
