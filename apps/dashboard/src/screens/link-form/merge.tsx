import { useState } from 'react';
import { Button } from '../../ui/button';
import { Modal } from '../../ui/dialog';
import { Value } from '../link/value';

type Values = Readonly<Record<string, unknown>>;

interface MergeProps {
  /** What it is, in a word. */
  readonly noun: string;
  /** It as it was when the form was opened. */
  readonly base: object;
  readonly mine: object;
  /** It as it is now. */
  readonly theirs: object;
  readonly busy: boolean;
  /** Undefined for what is no field that people change. */
  readonly labelOf: (name: string) => string | undefined;
  readonly onClose: () => void;
  readonly onMerge: (change: Values) => void;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Somebody else has changed it meanwhile: what both changed is chosen field by field, the rest goes together. */
export const Merge = ({ noun, busy, labelOf, onClose, onMerge, ...all }: MergeProps) => {
  const [base, mine, theirs] = [all.base as Values, all.mine as Values, all.theirs as Values];
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
          <Button
            tone="primary"
            busy={busy}
            refused={Object.keys(result).length === 0 ? 'Nothing of yours is left' : undefined}
            onClick={() => onMerge(result)}
          >
            Save together
          </Button>
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
                    <Value value={isTheirs ? theirs[name] : mine[name]} />
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        ))}
        {others.length > 0 && (
          <p className="text-soft text-sm">Of theirs stays: {others.map((name) => labelOf(name)).join(', ')}.</p>
        )}
      </div>
    </Modal>
  );
};
