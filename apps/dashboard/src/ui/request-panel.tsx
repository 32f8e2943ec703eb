import { Tabs } from '@base-ui/react/tabs';
import { XIcon } from '@primer/octicons-react';
import { useEffect, useState } from 'react';
import { useStore } from '../api/store';
import { type Recorded, recorded } from '../api/recorder';
import { Badge } from './badge';
import { buttonClass } from './button';
import { Code } from './code';
import { CopyButton } from './copy';
import { Languages } from './languages';
import { draft, type Shown } from './request-draft';
import { isForOwners, LANGUAGES, type Language, pretty } from './snippets';
import { Loading, Skeleton } from './states';
import { codeOf, useGo } from './use-go';

const DRAFT = '';

/** What stays the same when a query is asked again: the choice of a person is not lost by it. */
const keyOf = ({ id, query, url }: Recorded): string => (query === undefined ? String(id) : `${query} ${url}`);

/** The requests of this screen, as a program would send them. */
export const RequestPanel = ({ onClose }: { readonly onClose: () => void }) => {
  const requests = useStore(recorded);
  const unsent = useStore(draft);
  const [chosen, setChosen] = useState<string | null>(null);
  const [language, setLanguage] = useState<Language>('curl');
  const go = useGo(language);
  const last = requests.at(-1);
  const current = requests.find((request) => keyOf(request) === chosen) ?? (unsent ? undefined : last);
  const shown = current ?? unsent;
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      // It went away with what had the focus in it.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && onClose();
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onClose]);
  return (
    <aside
      aria-label="This screen as requests"
      className="bg-raised border-line shadow-lift fixed inset-x-0 bottom-0 z-30 flex h-[70vh] flex-col border-t md:inset-y-0 md:right-0 md:left-auto md:h-auto md:w-[500px] md:border-t-0 md:border-l"
    >
      <header className="border-line flex items-center gap-2 border-b py-2 pr-2 pl-4">
        <h2 className="flex-1 font-semibold">This screen as requests</h2>
        <button type="button" className={buttonClass('quiet', 'icon')} aria-label="Close" onClick={onClose}>
          <XIcon />
        </button>
      </header>
      <ul className="border-line max-h-[30%] shrink-0 overflow-y-auto border-b p-1.5">
        {unsent && (
          <li>
            <Choice request={unsent} isCurrent={!current} onChoose={() => setChosen(DRAFT)} />
          </li>
        )}
        {requests.toReversed().map((request) => (
          <li key={request.id}>
            <Choice
              request={request}
              isCurrent={request.id === current?.id}
              onChoose={() => setChosen(keyOf(request))}
            />
          </li>
        ))}
        {!unsent && requests.length === 0 && <li className="text-faint px-2 py-1">No request was sent here yet.</li>}
      </ul>
      {shown && (
        <Detail
          request={shown}
          answer={current ?? null}
          language={language}
          onLanguage={setLanguage}
          code={codeOf(language, shown, go)}
        />
      )}
    </aside>
  );
};

interface ChoiceProps {
  readonly request: Shown & Partial<Recorded>;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
}

const Choice = ({ request, isCurrent, onChoose }: ChoiceProps) => (
  <button
    type="button"
    aria-current={isCurrent}
    onClick={onChoose}
    className={`flex w-full items-center gap-2 rounded-md px-2 py-1 text-left font-mono text-xs ${isCurrent ? 'bg-hover' : 'hover:bg-hover'}`}
  >
    <span className="w-12 shrink-0 font-semibold">{request.method}</span>
    <span className="text-soft min-w-0 flex-1 truncate">{request.url}</span>
    <StatusOf status={request.status} />
    {request.milliseconds != null && (
      <span className="text-faint tabular w-14 text-right">{request.milliseconds} ms</span>
    )}
  </button>
);

const StatusOf = ({ status }: { readonly status: number | null | undefined }) => {
  if (status === undefined) return <Badge tone="accent">not sent</Badge>;
  if (status === null) return <Badge>…</Badge>;
  return <Badge tone={status >= 200 && status < 300 ? 'good' : 'bad'}>{status === 0 ? 'no answer' : status}</Badge>;
};

interface DetailProps {
  readonly request: Shown;
  readonly answer: Recorded | null;
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
  /** Null while what writes it is loaded. */
  readonly code: string | null;
}

const Detail = ({ request, answer, language, onLanguage, code }: DetailProps) => (
  <div className="flex min-h-0 flex-1 flex-col overflow-y-auto p-4" tabIndex={-1}>
    <Tabs.Root value={language} onValueChange={(value) => onLanguage(value as Language)}>
      <div className="mb-2 flex items-center">
        <Languages of={LANGUAGES} />
        {code !== null && <CopyButton text={code} label="Copy code" />}
      </div>
      {isForOwners(request) && (
        <p className="text-warn mb-2 text-sm">
          An API key is refused here: only an owner who is signed in may do this.
        </p>
      )}
      <Tabs.Panel value={language} tabIndex={-1}>
        {code === null ? (
          <>
            <Loading what="the request" />
            <Skeleton className="h-64 rounded-lg" />
          </>
        ) : (
          <Code text={code} label={`The request in ${language}`} />
        )}
      </Tabs.Panel>
    </Tabs.Root>
    {answer?.response != null && (
      <section className="mt-4">
        <h3 className="text-soft mb-2 flex items-center gap-2 text-sm font-medium">
          Answer
          {answer.requestId !== null && (
            <code className="text-faint font-mono text-xs font-normal">{answer.requestId}</code>
          )}
        </h3>
        <Code text={pretty(answer.response)} label="The answer" />
      </section>
    )}
  </div>
);
