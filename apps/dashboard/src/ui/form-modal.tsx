import { type ReactNode, type RefObject, useId } from 'react';
import type { Problem } from '../api/problem';
import { Button } from './button';
import { Modal } from './dialog';
import { ProblemNote } from './states';

interface FormModalProps {
  readonly title: string;
  readonly description?: string;
  /** What its button does. */
  readonly action: string;
  readonly busy?: boolean;
  readonly refusal?: string | undefined;
  readonly problem?: Problem | null;
  /** The field to begin with. */
  readonly first: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

/** A dialog that is a form: Enter sends it. What no field of it is to blame for stands below the fields. */
export const FormModal = ({ action, busy = false, refusal, problem, children, onSubmit, ...rest }: FormModalProps) => {
  const id = useId();
  return (
    <Modal
      open
      title={rest.title}
      {...(rest.description !== undefined && { description: rest.description })}
      initialFocus={rest.first}
      onClose={rest.onClose}
      footer={
        <>
          <Button onClick={rest.onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form={id} busy={busy} refused={refusal}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && refusal === undefined) onSubmit();
        }}
      >
        {children}
        {problem && problem.errors.length === 0 && <ProblemNote problem={problem} />}
      </form>
    </Modal>
  );
};
