import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { Problem } from '../api/problem';
import { Button } from './button';
import { Page } from './page';
import { Failed, Loading, ProblemNote, Skeleton } from './states';

/** For a form: the focus goes to the first field that the API refused. */
export const useRefusedField = (problem: Problem | null): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problem]);
  return form;
};

export interface Submission {
  readonly problem: Problem | null;
  readonly busy: boolean;
  readonly refusal: string | undefined;
  /** What its button does. */
  readonly action: string;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
}

interface FormFrameProps extends Submission {
  /** What comes of it, beside the fields. */
  readonly aside: ReactNode;
  readonly columns?: string;
  readonly children: ReactNode;
}

const COLUMNS = '@4xl:grid-cols-[minmax(0,640px)_minmax(0,1fr)]';

/** A screen that is a form: its fields, what the API said of them, its two buttons, and what comes of it. */
export const FormFrame = ({ problem, busy, refusal, action, columns = COLUMNS, ...rest }: FormFrameProps) => {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy && refusal === undefined) rest.onSubmit();
  };
  return (
    <form ref={useRefusedField(problem)} onSubmit={submit} noValidate className={`grid gap-8 ${columns}`}>
      <div className="min-w-0 space-y-4">
        {rest.children}
        {problem && <ProblemNote problem={problem} />}
        <div className="bg-bg sticky bottom-0 flex gap-2 py-3">
          <Button tone="primary" type="submit" busy={busy} refused={refusal} className="min-w-28">
            {action}
          </Button>
          <Button onClick={rest.onCancel}>Cancel</Button>
        </div>
      </div>
      {rest.aside}
    </form>
  );
};

interface FormWaitingProps {
  readonly title: string;
  /** What is waited for: `the link`. */
  readonly what: string;
  readonly error: Error | null;
  readonly onRetry: () => void;
}

/** In the place of a form, as long as what it edits is not known. */
export const FormWaiting = ({ title, what, error, onRetry }: FormWaitingProps) => (
  <Page title={title}>
    {error ? (
      <Failed error={error} onRetry={onRetry} />
    ) : (
      <div className="max-w-[640px] space-y-5">
        <Loading what={what} />
        {[1, 2, 3, 4].map((row) => (
          <div key={row} className="space-y-1.5">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-8 w-full" />
          </div>
        ))}
      </div>
    )}
  </Page>
);
