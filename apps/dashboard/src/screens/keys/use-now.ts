import { useEffect, useState } from 'react';

/** The time, which moves on while somebody looks. */
export const useNow = (milliseconds: number): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds]);
  return now;
};
