import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Link } from '../../api/queries';

/** Which links are selected. A range goes from the one that was last selected. @param at the link at a place */
export const useSelection = (at: (index: number) => Link | undefined) => {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Link>>(new Map());
  const anchor = useRef<number | null>(null);
  const look = useRef(at);
  useEffect(() => {
    look.current = at;
  });
  const toggle = useCallback((index: number, isRange: boolean): void => {
    const from = isRange ? (anchor.current ?? index) : index;
    anchor.current = index;
    setChosen((before) => {
      const next = new Map(before);
      const one = look.current(index);
      const adds = one !== undefined && !before.has(one.id);
      for (let place = Math.min(from, index); place <= Math.max(from, index); place += 1) {
        const link = look.current(place);
        if (link && (adds || isRange)) next.set(link.id, link);
        else if (link) next.delete(link.id);
      }
      return next;
    });
  }, []);
  const add = useCallback(
    (links: readonly Link[]) =>
      setChosen((before) => new Map([...before, ...links.map((link) => [link.id, link] as const)])),
    [],
  );
  const clear = useCallback(() => setChosen(new Map()), []);
  const links = useMemo(() => [...chosen.values()], [chosen]);
  return { links, has: (id: string): boolean => chosen.has(id), toggle, add, clear };
};
