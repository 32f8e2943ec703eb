import { useState } from 'react';
import type { Problem } from '../../api/problem';
import type { Link } from '../../api/queries';
import { Button } from '../../ui/button';
import { Modal } from '../../ui/dialog';
import { ProblemNote } from '../../ui/states';
import { Value } from '../link/value';
import { fieldLabel } from '../link/field-labels';
import type { LinkUpdate } from './fields';

interface MergeProps {
  /** The link as it was when the form was opened. */
  readonly base: Link;
  readonly mine: LinkUpdate;
  /** The link as it is now. */
  readonly theirs: Link;
  readonly busy: boolean;
  readonly problem: Problem | null;
  readonly onClose: () => void;
  /** Nothing of mine is to stay. */
  readonly onDiscard: () => void;
  readonly onMerge: (change: LinkUpdate) => void;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Somebody else has changed the link meanwhile: what both changed is chosen field by field, the rest goes together. */
export const Merge = ({ base, mine, theirs, busy, problem, onClose, onDiscard, onMerge }: MergeProps) => {
  const names = Object.keys(mine) as (keyof LinkUpdate)[];
  const of = (link: Link, name: keyof LinkUpdate): unknown => link[name as keyof Link];
  const both = names.filter((name) => !same(of(base, name), of(theirs, name)) && !same(mine[name], of(theirs, name)));
  const others = Object.keys(theirs).filter(
    (name) =>
      fieldLabel(name) !== undefined &&
      !names.includes(name as keyof LinkUpdate) &&
      !same(of(base, name as 'title'), of(theirs, name as 'title')),
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
      title="Somebody else has changed this link"
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
            <legend className="mb-1 font-medium">{fieldLabel(name) ?? name}</legend>
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
                    <Value value={isTheirs ? of(theirs, name) : mine[name]} />
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        ))}
        {problem && problem.code !== 'revision_mismatch' && <ProblemNote problem={problem} />}
        {others.length > 0 && (
          <p className="text-soft text-sm">Of theirs stays: {others.map((name) => fieldLabel(name)).join(', ')}.</p>
        )}
      </div>
    </Modal>
  );
};
