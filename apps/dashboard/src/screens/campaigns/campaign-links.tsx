import { LinkIcon, PlusIcon, XIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { Link as To, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { pendingNote } from '../../api/client';
import { asProblem } from '../../api/problem';
import type { Link } from '../../api/queries';
import { Button } from '../../ui/button';
import { bare, compact, number } from '../../ui/format';
import { Pages } from '../../ui/pages';
import { ShortUrl } from '../../ui/short-url';
import { Empty, Failed, Loading, Skeleton } from '../../ui/states';
import { toast } from '../../ui/toast';
import { AddLinks } from './add-links';
import { addLinks, type Campaign, campaignLinksQuery, removeLink, useCampaignMutation } from './campaign-queries';
import { type Passed, passedBy } from './inheritance';

interface LinksProps {
  readonly campaign: Campaign;
  readonly refusal: string | undefined;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** The links of a campaign, and which utm fields each of them passes on. */
export const CampaignLinks = ({ campaign, refusal, page, onPage }: LinksProps) => {
  const { data, error, refetch } = useQuery(campaignLinksQuery(campaign.id, page));
  const [adds, setAdds] = useState(false);
  const add = (
    <Button icon={<PlusIcon />} refused={refusal} onClick={() => setAdds(true)}>
      Add links
    </Button>
  );
  return (
    <section aria-label="Links">
      {error && !data ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (data?.meta.total ?? campaign.link_count) === 0 ? (
        <Empty icon={<LinkIcon size={20} />} title="No links in it yet" action={add} curl={curlOf(campaign.id)}>
          Links that are added inherit its utm fields, and their clicks from then on are counted here.
        </Empty>
      ) : (
        <>
          <div className="mb-3 flex items-center gap-3">
            <p className="text-faint flex min-w-0 flex-1 flex-wrap items-center gap-2 text-sm">
              utm fields that visitors arrive with:
              <span className={`${CHIP} ${TONES.campaign}`}>inherited</span>
              <span className={`${CHIP} ${TONES.link}`}>of its own</span>
            </p>
            {add}
          </div>
          <List links={data?.data} campaign={campaign} refusal={refusal} />
        </>
      )}
      <Pages page={page} meta={data?.meta} onPage={onPage} />
      {adds && <AddLinks campaign={campaign} onClose={() => setAdds(false)} />}
    </section>
  );
};

const curlOf = (id: string): string => `curl "$WAYMARK_BASE_URL/v1/campaigns/${id}/links" \\
  --header "Authorization: Bearer $WAYMARK_API_KEY" \\
  --header "Content-Type: application/json" \\
  --data '{ "link_ids": ["link_…"] }'`;

const TONES: Readonly<Record<Passed['from'], string>> = {
  campaign: 'bg-accent-soft text-accent-strong',
  link: 'bg-hover text-soft',
  destination: 'bg-hover text-soft',
};

const CHIP = 'rounded px-1.5 py-0.5 text-xs';

interface ListProps {
  readonly links: readonly Link[] | undefined;
  readonly campaign: Campaign;
  readonly refusal: string | undefined;
}

const List = ({ links, campaign, refusal }: ListProps) => {
  const back = useCampaignMutation(
    campaign.id,
    (link: Link) => addLinks(campaign.id, [link.id]),
    (answered, link) => toast(`Added ${bare(link.short_url)} again`, pendingNote(answered)),
  );
  const removal = useCampaignMutation(
    campaign.id,
    (link: Link) =>
      removeLink(campaign.id, link.id).catch((error: unknown) => {
        toast('The link could not be removed', { tone: 'bad', description: asProblem(error).message });
        throw error;
      }),
    (answered, link) =>
      toast(`Removed ${bare(link.short_url)}`, { ...pendingNote(answered), undo: () => back.mutate(link) }),
  );
  if (!links)
    return (
      <>
        <Loading what="links" />
        <Skeleton className="h-48 w-full rounded-[10px]" />
      </>
    );
  return (
    <ul className="card divide-line divide-y">
      {links.map((link) => (
        <Row
          key={link.id}
          link={link}
          campaign={campaign}
          refusal={refusal}
          busy={removal.isPending && removal.variables.id === link.id}
          onRemove={() => removal.mutate(link)}
        />
      ))}
    </ul>
  );
};

interface RowProps {
  readonly link: Link;
  readonly campaign: Campaign;
  readonly refusal: string | undefined;
  readonly busy: boolean;
  readonly onRemove: () => void;
}

const Row = ({ link, campaign, refusal, busy, onRemove }: RowProps) => {
  const { workspace } = useParams({ from: '/$workspace' });
  const passed = passedBy(link, campaign);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 py-2.5 pr-3 pl-4">
      <p className="flex min-w-0 items-baseline gap-2">
        <To
          to="/$workspace/links/$id"
          params={{ workspace, id: link.id }}
          className="truncate font-medium underline-offset-2 hover:underline"
        >
          <ShortUrl url={link.short_url} />
        </To>
        <span className="text-faint hidden min-w-0 truncate text-sm @2xl:inline">{bare(link.destination_url)}</span>
      </p>
      <span className="text-right @2xl:row-span-2" title={`${number(link.clicks)} clicks, in this campaign or not`}>
        <span className="tabular font-medium">{compact(link.clicks)}</span>
        <span className="text-faint block text-xs">clicks in all</span>
      </span>
      <Button
        tone="quiet"
        size="icon"
        className="@2xl:row-span-2"
        icon={<XIcon />}
        busy={busy}
        refused={refusal}
        aria-label={`Remove ${bare(link.short_url)}`}
        title={refusal ?? 'Remove from the campaign'}
        onClick={onRemove}
      />
      <p className="col-span-full mt-1 flex flex-wrap gap-1 @2xl:col-span-1 @2xl:row-start-2">
        {passed.map(({ name, value, from }) => (
          <code key={name} title={`From the ${from}`} className={`${CHIP} font-mono ${TONES[from]}`}>
            {name}={value}
            <span className="sr-only"> from the {from}</span>
          </code>
        ))}
        {passed.length === 0 && <span className="text-faint text-sm">passes no utm fields on</span>}
      </p>
    </li>
  );
};
