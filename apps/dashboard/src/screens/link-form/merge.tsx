import type { Problem } from '../../api/problem';
import { Merge as Base } from '../../ui/merge';
import { Value } from '../link/value';

interface MergeProps {
  /** What it is, in a word. */
  readonly noun: string;
  /** It as it was when the form was opened. */
  readonly base: object;
  readonly mine: object;
  /** It as it is now. */
  readonly theirs: object;
  readonly busy: boolean;
  readonly problem?: Problem | null;
  /** Undefined for a field that people cannot change. */
  readonly labelOf: (name: string) => string | undefined;
  readonly onClose: () => void;
  /** Nothing of mine is to stay. */
  readonly onDiscard?: () => void;
  readonly onMerge: (change: Readonly<Record<string, unknown>>) => void;
}

export const Merge = ({ base, mine, theirs, ...rest }: MergeProps) => (
  <Base
    {...rest}
    base={{ ...base }}
    mine={{ ...mine }}
    theirs={{ ...theirs }}
    show={(value) => <Value value={value} />}
  />
);
