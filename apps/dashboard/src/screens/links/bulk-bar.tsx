import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { pendingNote } from '../../api/client';
import { asProblem } from '../../api/problem';
import type { Link } from '../../api/queries';
import { Button, Key } from '../../ui/button';
import { Modal } from '../../ui/dialog';
import { TextField } from '../../ui/fields';
import { bare, number, plural } from '../../ui/format';
import { useShortcuts } from '../../ui/shortcuts';
import { toast } from '../../ui/toast';
import { type BulkStep, doToMany, type Failure, type Progress } from './bulk';

const DONE: Readonly<Record<BulkStep['name'], string>> = {
  tag: 'tagged',
  untag: 'without the tag',
  disable: 'disabled',
  enable: 'enabled',
  archive: 'archived',
  unarchive: 'taken out of the archive',
  delete: 'deleted',
  restore: 'restored',
};
const BACK = { delete: 'restore', disable: 'enable', archive: 'unarchive' } as const;

interface BulkBarProps {
  readonly links: readonly Link[];
  /** How many the filters match in all. */
  readonly total: number;
  /** Whether there are more than that. */
  readonly isMinimum: boolean;
  readonly refusal: string | undefined;
  readonly isDeletedList: boolean;
  readonly onSelectAll: (signal: AbortSignal) => Promise<void>;
  readonly onClear: () => void;
}

/** Selects all that match, until it is stopped or the list is left. */
const useGathering = (onSelectAll: BulkBarProps['onSelectAll']) => {
  const [ending, setEnding] = useState<AbortController | null>(null);
  useEffect(() => () => ending?.abort(), [ending]);
  const start = (): void => {
    const mine = new AbortController();
    setEnding(mine);
    void onSelectAll(mine.signal)
      .catch((error: unknown) => {
        if (mine.signal.aborted) return;
        toast('Not all of them could be found', { tone: 'bad', description: asProblem(error).message });
      })
      .finally(() => setEnding((now) => (now === mine ? null : now)));
  };
  return { isOn: ending !== null, start, stop: () => setEnding(null) };
};

/** What could not be changed. Once the list is left, a notice says it. */
const useFailures = () => {
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  const report = (failed: readonly Failure[]): void => {
    if (isThere.current) setFailures(failed);
    else if (failed[0])
      toast(`${plural(failed.length, 'link')} could not be changed`, {
        tone: 'bad',
        description: failed[0].problem.message,
      });
  };
  return { failures, report, close: () => setFailures([]) };
};

/** What can be done to the links that are selected. */
export const BulkBar = ({ links, total, isMinimum, refusal, isDeletedList, onSelectAll, onClear }: BulkBarProps) => {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<(Progress & { readonly of: number }) | null>(null);
  const { failures, report, close } = useFailures();
  const [tagging, setTagging] = useState(false);
  const gathering = useGathering(onSelectAll);
  const bar = useRef<HTMLDivElement>(null);
  const start = async (step: BulkStep, chosen: readonly Link[] = links): Promise<void> => {
    setProgress({ done: 0, failures: [], of: chosen.length });
    const outcome = await doToMany(chosen, step, (now) => setProgress({ ...now, of: chosen.length }));
    setProgress(null);
    report(outcome.failures);
    const lost = new Set(outcome.failures.map(({ link }) => link.id));
    const done = chosen.filter(({ id }) => !lost.has(id));
    const changed = done.filter((link) => !outcome.unchanged.includes(link));
    const back = step.name in BACK ? BACK[step.name as keyof typeof BACK] : undefined;
    if (done.length > 0)
      toast(`${plural(done.length, 'link')} ${DONE[step.name]}`, {
        ...pendingNote(outcome),
        ...(back && changed.length > 0 && { undo: () => void start({ name: back }, changed) }),
      });
    onClear();
    await queries.invalidateQueries({ queryKey: ['links'] });
    await queries.invalidateQueries({ queryKey: ['tags'] });
  };
  return (
    <>
      {(links.length > 0 || progress) && (
        <div
          ref={bar}
          role="region"
          aria-label="Selected links"
          className="bg-raised border-line shadow-lift fixed bottom-4 left-1/2 z-20 flex max-w-[calc(100vw-24px)] -translate-x-1/2 flex-wrap items-center gap-1.5 rounded-xl border p-2 md:left-[calc(50%+112px)]"
        >
          <span className="tabular px-2 font-medium whitespace-nowrap" aria-live="polite">
            {progress ? `${number(progress.done)} of ${number(progress.of)} …` : `${number(links.length)} selected`}
          </span>
          <BarKey bar={bar} />
          {!progress && (links.length < total || isMinimum) && (
            <Button tone="quiet" size="sm" onClick={gathering.isOn ? gathering.stop : gathering.start}>
              {gathering.isOn ? 'Stop' : `All ${number(total)}${isMinimum ? '+' : ''}`}
            </Button>
          )}
          <Steps
            isDeletedList={isDeletedList}
            busy={progress !== null}
            refusal={refusal ?? (gathering.isOn ? 'Not all of them are selected yet' : undefined)}
            onTag={() => setTagging(true)}
            onStep={(name) => void start({ name })}
          />
          {!progress && (
            <Button
              tone="quiet"
              size="sm"
              onClick={() => {
                gathering.stop();
                onClear();
              }}
            >
              Clear
            </Button>
          )}
        </div>
      )}
      {tagging && (
        <TagDialog
          count={links.length}
          onClose={() => setTagging(false)}
          onChoose={(step) => {
            setTagging(false);
            void start(step);
          }}
        />
      )}
      <Failures failures={failures} onClose={close} />
    </>
  );
};

/** A key that leads to the bar: by Tab it comes after all rows. */
const BarKey = ({ bar }: { readonly bar: RefObject<HTMLElement | null> }) => {
  useShortcuts('Selected links', [
    { keys: 'b', label: 'What can be done with them', run: () => bar.current?.querySelector('button')?.focus() },
  ]);
  return (
    <span className="hidden md:inline" aria-hidden="true">
      <Key>B</Key>
    </span>
  );
};

interface StepsProps {
  readonly isDeletedList: boolean;
  readonly busy: boolean;
  readonly refusal: string | undefined;
  readonly onTag: () => void;
  readonly onStep: (name: 'restore' | 'disable' | 'archive' | 'delete') => void;
}

const Steps = ({ isDeletedList, busy, refusal, onTag, onStep }: StepsProps) => {
  const common = { size: 'sm', busy, refused: refusal } as const;
  if (isDeletedList)
    return (
      <Button {...common} onClick={() => onStep('restore')}>
        Restore
      </Button>
    );
  return (
    <>
      <Button {...common} onClick={onTag}>
        Tag
      </Button>
      <Button {...common} onClick={() => onStep('disable')}>
        Disable
      </Button>
      <Button {...common} onClick={() => onStep('archive')}>
        Archive
      </Button>
      <Button {...common} tone="danger" onClick={() => onStep('delete')}>
        Delete
      </Button>
    </>
  );
};

interface TagDialogProps {
  readonly count: number;
  readonly onClose: () => void;
  readonly onChoose: (step: BulkStep) => void;
}

const TagDialog = ({ count, onClose, onChoose }: TagDialogProps) => {
  const [tag, setTag] = useState('');
  const first = useRef<HTMLInputElement>(null);
  const refused = tag.trim() === '' ? 'Name a tag first' : undefined;
  return (
    <Modal
      open
      onClose={onClose}
      title={`Tag ${plural(count, 'link')}`}
      initialFocus={first}
      footer={
        <>
          <Button refused={refused} onClick={() => onChoose({ name: 'untag', tag: tag.trim() })}>
            Remove it
          </Button>
          <Button tone="primary" refused={refused} onClick={() => onChoose({ name: 'tag', tag: tag.trim() })}>
            Add it
          </Button>
        </>
      }
    >
      <TextField
        ref={first}
        label="Tag"
        value={tag}
        maxLength={50}
        autoComplete="off"
        onChange={(event) => setTag(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && !refused && onChoose({ name: 'tag', tag: tag.trim() })}
      />
    </Modal>
  );
};

const Failures = ({ failures, onClose }: { readonly failures: readonly Failure[]; readonly onClose: () => void }) => (
  <Modal
    open={failures.length > 0}
    onClose={onClose}
    width="md"
    title={`${plural(failures.length, 'link')} could not be changed`}
    footer={<Button onClick={onClose}>Close</Button>}
  >
    <ul className="divide-line divide-y">
      {failures.map(({ link, problem }) => (
        <li key={link.id} className="py-2">
          <p className="font-medium">{bare(link.short_url)}</p>
          <p className="text-soft text-sm">{problem.message}</p>
        </li>
      ))}
    </ul>
  </Modal>
);
