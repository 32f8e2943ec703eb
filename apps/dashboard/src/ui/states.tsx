import { AlertIcon, LockIcon, SyncIcon } from '@primer/octicons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { asProblem, type Problem } from '../api/problem';
import { Button } from './button';
import { CopyButton } from './copy';

/** Seconds until a repeat has a chance, counted down to 0. */
const useCountdown = ({ retryAfter, receivedAt }: Problem): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return retryAfter === null ? 0 : Math.max(0, Math.ceil((receivedAt + retryAfter * 1_000 - now) / 1_000));
};

const TITLES: Readonly<Record<string, string>> = {
  unreachable: 'No answer from the server',
  rate_limited: 'Too many requests in this minute',
  unavailable: 'Part of the service is away for a moment',
  not_found: 'There is nothing here',
  insufficient_scope: 'Your role does not allow this',
};

const titleOf = ({ code, body }: Problem): string => TITLES[code] ?? body.title ?? 'The request failed';

/** Code and request id, for a request for help. */
const Trace = ({ problem }: { readonly problem: Problem }) => (
  <p className="text-faint flex flex-wrap items-center gap-x-2 text-xs">
    <code className="font-mono">{problem.code}</code>
    {problem.requestId !== null && (
      <>
        <code className="font-mono">{problem.requestId}</code>
        <CopyButton text={problem.requestId} label="Copy request id" small />
      </>
    )}
  </p>
);

/** In the place of what could not be loaded. */
export const Failed = ({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) => {
  const problem = asProblem(error);
  const left = useCountdown(problem);
  if (problem.code === 'insufficient_scope') return <NotAllowed />;
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-4 py-12 text-center">
      <AlertIcon className="text-bad" size={20} />
      <h2 className="font-semibold">{titleOf(problem)}</h2>
      <p className="text-soft max-w-md">{problem.message}</p>
      <Trace problem={problem} />
      {onRetry && (
        <Button
          className="mt-2"
          icon={<SyncIcon />}
          refused={left > 0 ? 'The limit counts requests of a minute' : undefined}
          onClick={onRetry}
        >
          {left > 0 ? <span className="tabular">Try again in {left} s</span> : 'Try again'}
        </Button>
      )}
    </div>
  );
};

/** Beside what could not be done; what was typed stays. */
export const ProblemNote = ({ problem, onRetry }: { readonly problem: Problem; readonly onRetry?: () => void }) => {
  const left = useCountdown(problem);
  return (
    <div role="alert" className="bg-bad-soft text-ink rounded-md px-3 py-2">
      <p className="text-bad font-medium">
        {problem.errors.length > 0 ? 'Some fields need another value' : titleOf(problem)}
      </p>
      {problem.errors.length > 0 ? (
        <ul>
          {problem.errors.map(({ location, message }) => (
            <li key={location + message}>
              <code className="font-mono text-xs">{location.replace(/^body\./, '')}</code> {message}
            </li>
          ))}
        </ul>
      ) : (
        <p>
          {problem.message}
          {left > 0 && <span className="tabular"> Try again in {left} s.</span>}
        </p>
      )}
      <Trace problem={problem} />
      {onRetry && left === 0 && (
        <Button size="sm" className="mt-1.5" icon={<SyncIcon />} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
};

export const NotAllowed = () => (
  <div className="flex flex-col items-center gap-2 px-4 py-12 text-center">
    <LockIcon className="text-faint" size={20} />
    <h2 className="font-semibold">Your role does not allow this</h2>
    <p className="text-soft max-w-md">An owner of the workspace can change your role.</p>
  </div>
);

interface EmptyProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** The same by the API. */
  readonly curl?: string;
}

/** Where there is nothing yet: what to do next, by hand or by a program. */
export const Empty = ({ icon, title, children, action, curl }: EmptyProps) => (
  <div className="flex flex-col items-center gap-2 px-4 py-14 text-center">
    <span className="bg-accent-soft text-accent mb-1 grid size-10 place-items-center rounded-full">{icon}</span>
    <h2 className="text-lg font-semibold">{title}</h2>
    <p className="text-soft max-w-md">{children}</p>
    {action !== undefined && <div className="mt-2">{action}</div>}
    {curl !== undefined && (
      <div className="border-line bg-sunken mt-4 flex max-w-full items-start gap-2 rounded-lg border py-2 pr-2 pl-3 text-left">
        <pre
          tabIndex={0}
          className="min-w-0 overflow-x-auto font-mono text-xs leading-5"
          aria-label="The same by the API"
        >
          {curl}
        </pre>
        <CopyButton text={curl} label="Copy command" small />
      </div>
    )}
  </div>
);

export const Skeleton = ({ className = '' }: { readonly className?: string }) => (
  <span aria-hidden="true" className={`skeleton block ${className}`} />
);

/** For those who do not see the skeleton. */
export const Loading = ({ what }: { readonly what: string }) => (
  <span role="status" className="sr-only">
    Loading {what}
  </span>
);
