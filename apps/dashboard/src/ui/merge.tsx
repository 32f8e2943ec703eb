import { type ReactNode, useState } from 'react';
import type { Problem } from '../api/problem';
import { Button } from './button';
import { Modal } from './dialog';
import { ProblemNote } from './states';

type Values = Readonly<Record<string, unknown>>;

interface MergeProps {
  /** What it is: `link`, `webhook`. */
  readonly noun: string;
  /** As it was when the form was opened. */
  readonly base: Values;
  /** What was changed in the form. */
  readonly mine: Values;
  /** As it is now. */
  readonly theirs: Values;
  /** Undefined for a field that people cannot change. */
  readonly labelOf: (name: string) => string | undefined;
  readonly show: (value: unknown) => ReactNode;
  readonly busy: boolean;
  readonly problem?: Problem | null;
  readonly onClose: () => void;
  /** Called when none of my changes is kept. By default it closes the dialog. */
  readonly onDiscard?: () => void;
  readonly onMerge: (change: Values) => void;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Somebody else has made a change meanwhile: what both changed is chosen field by field, the rest goes together. */
export const Merge = ({ noun, base, mine, theirs, labelOf, show, busy, problem, ...on }: MergeProps) => {
  const { onClose, onDiscard = onClose, onMerge } = on;
  const names = Object.keys(mine);
  const both = names.filter((name) => !same(base[name], theirs[name]) && !same(mine[name], theirs[name]));
  const others = Object.keys(theirs).filter(
    (name) => labelOf(name) !== undefined && !names.includes(name) && !same(base[name], theirs[name]),
  );
  const [theirOnes, setTheirOnes] = useState<ReadonlySet<string>>(new Set());
  const choose = (name: string, isTheirs: boolean): void => {
    const next = new Set(theirOnes);
    if (isTheirs) next.add(name);
    else next.delete(name);
    setTheirOnes(next);
  };
  const result = Object.fromEntries(names.filter((name) => !theirOnes.has(name)).map((name) => [name, mine[name]]));
  return (
    <Modal
      open
      onClose={onClose}
      width="md"
      title={`Somebody else has changed this ${noun}`}
      description={
        both.length > 0
          ? 'Choose what is to stay, field by field.'
          : 'You changed different fields: both changes can stay.'
      }
      footer={
        <>
          <Button onClick={onClose}>Back to the form</Button>
          {Object.keys(result).length > 0 ? (
            <Button tone="primary" busy={busy} onClick={() => onMerge(result)}>
              Save together
            </Button>
          ) : (
            <Button tone="primary" onClick={onDiscard}>
              Keep theirs alone
            </Button>
          )}
        </>
      }
    >
      <div className="space-y-4">
        {both.map((name) => (
          <fieldset key={name}>
            <legend className="mb-1 font-medium">{labelOf(name) ?? name}</legend>
            <div className="grid gap-2 sm:grid-cols-2">
              {([false, true] as const).map((isTheirs) => (
                <label
                  key={String(isTheirs)}
                  className="border-line has-checked:border-accent flex gap-2 rounded-md border p-2.5"
                >
                  <input
                    type="radio"
                    name={name}
                    checked={theirOnes.has(name) === isTheirs}
                    onChange={() => choose(name, isTheirs)}
                    className="mt-0.5"
                  />
                  <span className="min-w-0">
                    <span className="text-soft block text-sm">{isTheirs ? 'Theirs' : 'Yours'}</span>
                    {show(isTheirs ? theirs[name] : mine[name])}
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        ))}
        {problem && problem.code !== 'revision_mismatch' && <ProblemNote problem={problem} />}
        {others.length > 0 && (
          <p className="text-soft text-sm">Of theirs stays: {others.map((name) => labelOf(name)).join(', ')}.</p>
        )}
      </div>
    </Modal>
  );
};
