import { useMutation } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client';
import type { components } from '../../api/openapi';
import { asProblem } from '../../api/problem';
import { Button } from '../../ui/button';
import { bare, plural } from '../../ui/format';

type Checked = components['schemas']['CheckedDestination'];

const WHY: Readonly<Record<string, string>> = {
  unreachable: 'No server answers there.',
  late: 'The server did not answer within 5 seconds.',
  malformed: 'What answers there is no valid HTTP, or redirects too often.',
};

/** In a sentence. */
const wordsOf = ({ error, status, title, redirects, final_url }: Checked): string => {
  if (error !== null) return WHY[error] ?? 'It cannot be reached.';
  const answer = `It answers ${status}${title ? `: “${title}”` : ''}`;
  return redirects ? `${answer}, after ${plural(redirects, 'redirect')} to ${bare(final_url ?? '')}.` : `${answer}.`;
};

const isFine = ({ error, status }: Checked): boolean => error === null && (status ?? 500) < 400;

/** Looks whether the destination answers, when somebody asks for it. */
export const DestinationCheck = ({ url }: { readonly url: string }) => {
  const check = useMutation({
    mutationFn: (asked: string) => dataOf(api.POST('/v1/links/check', { body: { destination_url: asked } })),
  });
  // What was found says nothing of another URL.
  const isCurrent = check.variables === url;
  const problem = isCurrent && check.error ? asProblem(check.error) : null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Button
        size="sm"
        busy={check.isPending}
        refused={/^https?:\/\/\S+$/.test(url) ? undefined : 'Type a URL first'}
        onClick={() => check.mutate(url)}
      >
        Check destination
      </Button>
      <span role="status">
        {isCurrent && check.data && (
          <span className={isFine(check.data) ? 'text-good' : 'text-warn'}>{wordsOf(check.data)}</span>
        )}
        {problem && <span className="text-bad">{problem.at('body.destination_url') ?? problem.message}</span>}
      </span>
    </p>
  );
};
