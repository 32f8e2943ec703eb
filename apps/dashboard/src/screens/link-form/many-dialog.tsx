import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { answer, pendingNote, writes } from '../../api/client';
import type { components } from '../../api/openapi';
import { asProblem } from '../../api/problem';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy';
import { Modal } from '../../ui/dialog';
import { controlClass, Field } from '../../ui/fields';
import { bare, plural } from '../../ui/format';
import { Draft, jsonRequest } from '../../ui/request-draft';
import { ProblemNote } from '../../ui/states';

type Result = components['schemas']['LinkResult'];

/** What one request takes. */
const MOST = 100;

interface Row {
  readonly url: string;
  readonly result: Result;
}

/** A link for each line that is pasted, and what became of each. */
export const ManyDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const urls = text.split(/\s+/).filter((line) => line !== '');
  const body = urls.map((destination_url) => ({ destination_url }));
  const creation = useMutation({
    mutationFn: (links: typeof body) => answer(writes.POST('/v1/links/bulk', { body: links })),
    onSuccess: ({ data }, sent) => {
      const results = data.data.map((result) => ({ url: sent[result.index]?.destination_url ?? '', result }));
      setRows(results);
      if (!isFinal(data.data)) return;
      // What failed can be mended and sent again.
      setText(
        results
          .filter(({ result }) => !result.link)
          .map(({ url }) => url)
          .join('\n'),
      );
      for (const name of ['links', 'tags', 'workspace']) void queries.invalidateQueries({ queryKey: [name] });
    },
  });
  const isOpen = rows !== null && !isFinal(rows.map(({ result }) => result));
  const refused =
    urls.length === 0
      ? 'Paste URLs first'
      : urls.length > MOST
        ? `At most ${MOST} at once; an import takes more`
        : undefined;
  return (
    <Modal
      open
      keepsOpen={creation.isPending}
      onClose={onClose}
      initialFocus={area}
      width="md"
      title="Many links at once"
      description="One URL on each line. Each becomes a link with an alias of its own."
      footer={
        <>
          <Button onClick={onClose}>{rows ? 'Done' : 'Cancel'}</Button>
          <Button tone="primary" busy={creation.isPending} refused={refused} onClick={() => creation.mutate(body)}>
            {isOpen ? 'Try again' : urls.length === 0 ? 'Create links' : `Create ${plural(urls.length, 'link')}`}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {urls.length > 0 && <Draft request={jsonRequest('POST', '/v1/links/bulk', body)} />}
        {rows && <Outcome rows={rows} note={creation.data && pendingNote(creation.data).description} />}
        <Field label={labelOf(rows)} hint={`At most ${MOST}.`}>
          {(slots) => (
            <textarea
              {...slots}
              ref={area}
              rows={8}
              spellCheck={false}
              value={text}
              readOnly={isOpen}
              placeholder={'https://example.com/one\nhttps://example.com/two'}
              onChange={(event) => setText(event.target.value)}
              className={`${controlClass} h-auto! py-2 font-mono text-xs leading-5`}
            />
          )}
        </Field>
        {creation.error && <ProblemNote problem={asProblem(creation.error)} />}
      </div>
    </Modal>
  );
};

/** Where the server failed at an item, it may be made all the same: the same call says so, and makes none twice. */
const isFinal = (results: readonly Result[]): boolean => results.every(({ status }) => status < 500);

const labelOf = (rows: readonly Row[] | null): string => {
  if (!rows) return 'URLs';
  if (!isFinal(rows.map(({ result }) => result))) return 'What was sent, and is not finished';
  return rows.some(({ result }) => !result.link) ? 'What failed, to mend' : 'More URLs';
};

interface OutcomeProps {
  readonly rows: readonly Row[];
  readonly note: string | undefined;
}

const Outcome = ({ rows, note }: OutcomeProps) => {
  const made = rows.filter(({ result }) => result.link).length;
  return (
    <section aria-label="What became of each">
      <p role="status" className="mb-2 font-medium">
        {plural(made, 'link')} created
        {made < rows.length && <span className="text-bad">, {rows.length - made} failed</span>}
        {note !== undefined && <span className="text-faint block text-sm font-normal">{note}</span>}
      </p>
      <ul className="border-line divide-line divide-y rounded-lg border">
        {rows.map(({ url, result: { index, link, error } }) => (
          <li key={index} className="flex min-h-9 items-center gap-2 py-1 pr-1 pl-3">
            <span className="min-w-0 flex-1">
              <span className="block truncate">{link ? bare(link.short_url) : bare(url)}</span>
              <span className={`block text-sm ${link ? 'text-faint truncate' : 'text-bad'}`}>
                {link ? bare(url) : (error?.errors[0]?.message ?? error?.detail)}
              </span>
            </span>
            {link && <CopyButton text={link.short_url} label={`Copy ${bare(link.short_url)}`} small />}
          </li>
        ))}
      </ul>
    </section>
  );
};
