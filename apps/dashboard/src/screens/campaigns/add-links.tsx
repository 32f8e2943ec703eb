import { SearchIcon } from '@primer/octicons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, dataOf, pendingNote } from '../../api/client';
import { asProblem } from '../../api/problem';
import type { Link } from '../../api/queries';
import { Button } from '../../ui/button';
import { Modal } from '../../ui/dialog';
import { bare, plural } from '../../ui/format';
import { useDraft } from '../../ui/request-draft';
import { Failed, Loading, ProblemNote, Skeleton } from '../../ui/states';
import { toast } from '../../ui/toast';
import { useDebounced } from '../../ui/use-debounced';
import { addLinks, type Campaign, useCampaignMutation } from './campaign-queries';

const SHOWN = 20;

interface AddLinksProps {
  readonly campaign: Campaign;
  readonly onClose: () => void;
}

/** Finds links by their words, and adds those that are chosen: all of them or none. */
export const AddLinks = ({ campaign, onClose }: AddLinksProps) => {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const search = useRef<HTMLInputElement>(null);
  const addition = useCampaignMutation(
    campaign.id,
    (ids: readonly string[]) => addLinks(campaign.id, ids),
    (answered, ids) => {
      toast(`Added ${plural(ids.length, 'link')}`, pendingNote(answered));
      onClose();
    },
  );
  useDraft({
    method: 'POST',
    url: `/v1/campaigns/${campaign.id}/links`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ link_ids: [...chosen] }),
  });
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const none = chosen.size === 0 ? 'Choose a link first' : undefined;
  return (
    <Modal
      open
      onClose={onClose}
      width="md"
      initialFocus={search}
      title={`Add links to “${campaign.name}”`}
      description="A link is in one campaign at most: it leaves the one that it is in."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" busy={addition.isPending} refused={none} onClick={() => addition.mutate([...chosen])}>
            {chosen.size === 0 ? 'Add links' : `Add ${plural(chosen.size, 'link')}`}
          </Button>
        </>
      }
    >
      <div className="border-control focus-within:outline-accent mb-3 flex h-8 items-center gap-2 rounded-md border px-2.5 focus-within:outline-2">
        <SearchIcon className="text-faint" />
        <input
          ref={search}
          type="search"
          aria-label="Find links"
          placeholder="Alias, title or destination"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="min-w-0 flex-1 bg-transparent outline-none"
        />
      </div>
      <Found text={text} campaign={campaign} chosen={chosen} onToggle={toggle} />
      {addition.error && <ProblemNote problem={asProblem(addition.error)} />}
    </Modal>
  );
};

interface FoundProps {
  readonly text: string;
  readonly campaign: Campaign;
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
}

const Found = ({ text, campaign, chosen, onToggle }: FoundProps) => {
  const search = useDebounced(text.trim(), 250);
  const { data, error, refetch } = useQuery({
    queryKey: ['links', 'to-add', search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      dataOf(api.GET('/v1/links', { params: { query: { ...(search && { search }), limit: SHOWN } }, signal })),
  });
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <>
        <Loading what="links" />
        <Skeleton className="h-60 w-full" />
      </>
    );
  if (data.data.length === 0) return <p className="text-soft py-10 text-center">No link matches.</p>;
  return (
    <>
      <ul className="min-h-60">
        {data.data.map((link) => (
          <Choice
            key={link.id}
            link={link}
            campaign={campaign}
            isChosen={chosen.has(link.id)}
            onToggle={() => onToggle(link.id)}
          />
        ))}
      </ul>
      {data.meta.total > SHOWN && (
        <p className="text-faint px-2 pt-1 text-sm">The newest {SHOWN} are shown. Words find the others.</p>
      )}
    </>
  );
};

interface ChoiceProps {
  readonly link: Link;
  readonly campaign: Campaign;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

const Choice = ({ link, campaign, isChosen, onToggle }: ChoiceProps) => {
  const isIn = link.campaign_id === campaign.id;
  return (
    <li>
      <label className="hover:bg-hover flex min-h-11 items-center gap-3 rounded-md px-2 py-1">
        <input type="checkbox" checked={isIn || isChosen} disabled={isIn} onChange={onToggle} className="shrink-0" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{bare(link.short_url)}</span>
          <span className="text-faint block truncate text-sm">{link.title ?? bare(link.destination_url)}</span>
        </span>
        {link.campaign_id !== null && (
          <span className="text-faint shrink-0 text-sm">{isIn ? 'in it' : 'in another'}</span>
        )}
      </label>
    </li>
  );
};
