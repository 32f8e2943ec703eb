import type { Link } from '../../api/queries';
import { Merge as Base } from '../../ui/merge';
import { fieldLabel } from '../link/field-labels';
import { Value } from '../link/value';
import type { LinkUpdate } from './fields';

interface MergeProps {
  /** The link as it was when the form was opened. */
  readonly base: Link;
  readonly mine: LinkUpdate;
  /** The link as it is now. */
  readonly theirs: Link;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onMerge: (change: LinkUpdate) => void;
}

export const Merge = ({ base, mine, theirs, ...rest }: MergeProps) => (
  <Base
    {...rest}
    noun="link"
    base={{ ...base }}
    mine={{ ...mine }}
    theirs={{ ...theirs }}
    labelOf={fieldLabel}
    show={(value) => <Value value={value} />}
  />
);
