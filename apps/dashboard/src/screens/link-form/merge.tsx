import type { Edit } from '../../api/use-edit';
import { Value } from '../link/value';
import { Merge as Base } from '../../ui/merge';

interface MergeProps<T extends object, C extends object> {
  readonly noun: string;
  readonly edit: Edit<T, C>;
  /** As it was when the form was opened. */
  readonly base: T;
  /** What was changed in the form. */
  readonly mine: C;
  /** Undefined for a field that people cannot change. */
  readonly labelOf: (name: string) => string | undefined;
  /** Nothing of mine is to stay; by default the dialog closes. */
  readonly onDiscard?: () => void;
}

const valuesOf = (record: object): Readonly<Record<string, unknown>> => ({ ...record });

/** Renders nothing until another person's change has come first. */
export const Merge = <T extends object, C extends object>({ edit, base, mine, ...rest }: MergeProps<T, C>) => {
  const { theirs } = edit;
  if (!theirs) return null;
  return (
    <Base
      {...rest}
      base={valuesOf(base)}
      mine={valuesOf(mine)}
      theirs={valuesOf(theirs.data)}
      show={(value) => <Value value={value} />}
      busy={edit.busy}
      problem={edit.refused}
      onClose={edit.goBack}
      onMerge={(change) => edit.save(change as C, theirs.etag)}
    />
  );
};
