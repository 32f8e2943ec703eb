import { useEffect, useRef } from 'react';
import type { HistoryEntry } from '../../api/queries';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy';
import { ago, dateTime } from '../../ui/format';
import { useShortcuts } from '../../ui/shortcuts';
import { By } from '../history/by';
import type { History } from '../history/newest';
import { fieldLabel } from './field-labels';

interface TimelineProps {
  readonly history: History;
  /** The instant that is shown; undefined for now. */
  readonly asOf: string | undefined;
  /** Gets the next instant from the one that the address has by then: keys are faster than screens. */
  readonly onChoose: (next: (asOf: string | undefined) => string | undefined) => void;
}

/** Every change of a link as a dot: each is a state that it was in. */
export const Timeline = ({ history: { entries, total }, asOf, onChoose }: TimelineProps) => {
  const last = entries.length - 1;
  const indexOf = (instant: string | undefined): number =>
    instant === undefined
      ? last
      : Math.max(
          0,
          entries.findLastIndex(({ at: when }) => when <= instant),
        );
  const at = indexOf(asOf);
  const instantOf = (index: number): string | undefined => (index >= last ? undefined : entries[index]?.at);
  const step = (by: 1 | -1): void => onChoose((now) => instantOf(Math.max(0, indexOf(now) + by)));
  useShortcuts('History', [
    { keys: 'ArrowLeft', label: 'The change before', run: () => step(-1) },
    { keys: 'ArrowRight', label: 'The change after', run: () => step(1) },
  ]);
  const strip = useRef<HTMLOListElement>(null);
  useEffect(() => {
    strip.current?.children[at]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [at]);
  const entry = entries[at];
  return (
    <section className="card mb-4 px-4 py-3" aria-label="History">
      <div className="flex items-center gap-3">
        <h2 className="text-soft text-sm font-medium">History</h2>
        {total > entries.length && (
          <span className="text-faint text-sm">
            the last {entries.length} of {total}
          </span>
        )}
        <ol ref={strip} className="flex min-w-0 flex-1 items-center gap-1 overflow-x-auto py-1">
          {entries.map(({ id, type, at: when }, index) => (
            <li key={id} className="flex shrink-0 items-center gap-1">
              {index > 0 && <span className="bg-line h-px w-3" />}
              <button
                type="button"
                aria-current={index === at ? 'true' : undefined}
                aria-label={`${wordsOf(type)}, ${dateTime(when)}`}
                title={`${wordsOf(type)}, ${dateTime(when)}`}
                onClick={() => onChoose(() => instantOf(index))}
                className="group grid size-6 place-items-center rounded-full"
              >
                <span className="bg-control group-hover:bg-accent group-aria-current:bg-accent group-aria-current:ring-accent-soft size-2.5 rounded-full group-aria-current:ring-4 forced-colors:bg-[CanvasText] forced-colors:group-aria-current:bg-[Highlight]" />
              </button>
            </li>
          ))}
        </ol>
        {asOf !== undefined && (
          <Button size="sm" onClick={() => onChoose(() => undefined)}>
            Back to now
          </Button>
        )}
      </div>
      {entry && <Words entry={entry} />}
    </section>
  );
};

const Words = ({ entry }: { readonly entry: HistoryEntry }) => {
  const names = Object.keys(entry.changes).flatMap((name) => fieldLabel(name) ?? []);
  const isCreation = entry.type.endsWith('.created');
  return (
    <p className="text-soft mt-1 flex flex-wrap items-center gap-x-1.5 text-sm">
      <span className="text-ink font-medium">{wordsOf(entry.type)}</span>
      {!isCreation && names.length > 0 && <span>({names.join(', ')})</span>}
      <span>
        by <By actor={entry.actor} />
      </span>
      <time dateTime={entry.at} title={dateTime(entry.at)}>
        {ago(entry.at)}
      </time>
      <code className="text-faint ml-1 font-mono text-xs">{entry.request_id}</code>
      <CopyButton text={entry.request_id} label="Copy request id" small />
    </p>
  );
};

/** `link.limit_reached` as `Limit reached`. */
export const wordsOf = (type: string): string => {
  const words = (type.split('.').at(-1) ?? type).replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};
