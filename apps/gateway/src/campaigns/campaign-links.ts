import { Injectable } from '@nestjs/common';
import { type AssignLink, type Link, linkStream } from '@contexts/links';
import { uuidOf } from '@platform/commands';
import { demandNone, found, notFound } from '@platform/http';
import { type Caller, metadataOf } from '../caller';
import { Commands, type Sent } from '../commands';
import { LinkQueries } from '../links/link.queries';
import { CampaignQueries } from './campaign.queries';

/** Commands in flight. */
const AT_ONCE = 100;

/** Makes links members of campaigns. A membership is the link's `campaign_id`, so each link gets a command. */
@Injectable()
export class CampaignLinks {
  constructor(
    private readonly commands: Commands,
    private readonly campaigns: CampaignQueries,
    private readonly links: LinkQueries,
  ) {}

  /**
   * All links, or none if one of them is not in the workspace. After a fault in the middle, a repeat attaches the rest.
   * @returns the processors that are behind
   */
  async attach(campaignId: string, linkIds: readonly string[], caller: Caller): Promise<readonly string[]> {
    const { workspaceId } = caller.subject;
    found(await this.campaigns.find(workspaceId, campaignId));
    const known = await this.campaigns.links(workspaceId, linkIds);
    const unknown = linkIds.flatMap((id, index) => (known.has(id) ? [] : [index]));
    demandNone(
      unknown.map((index) => ({ location: `body.link_ids[${index}]`, message: 'is not a link of this workspace' })),
    );
    const pending = new Set<string>();
    const ids = [...known];
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const batch = ids.slice(from, from + AT_ONCE);
      const sent = await Promise.all(batch.map((id) => this.send('AttachLink', { linkId: id, campaignId }, caller)));
      for (const name of sent.flatMap((one) => one.pending)) pending.add(name);
    }
    return [...pending];
  }

  /**
   * An earlier attempt may have ended the membership: a repeat is recognised by its command.
   * @throws 404 where the link is not in the campaign
   */
  async detach(campaignId: string, linkId: string, caller: Caller): Promise<Sent<Link>> {
    const { workspaceId } = caller.subject;
    found(await this.campaigns.find(workspaceId, campaignId));
    const isMember = found(await this.links.find(workspaceId, linkId)).campaign_id === campaignId;
    if (!isMember && caller.firstAttempt) throw notFound();
    const sent = await this.send('DetachLink', { linkId, campaignId }, caller);
    if (!isMember && sent.events.length === 0) throw notFound();
    return sent;
  }

  private send(type: AssignLink['type'], { linkId, campaignId }: Membership, caller: Caller): Promise<Sent<Link>> {
    const data = { link_id: linkId, workspace_id: caller.subject.workspaceId, campaign_id: campaignId };
    const metadata = metadataOf(caller, uuidOf(`${caller.commandId}/${type}/${linkId}`));
    return this.commands.send({ stream: linkStream(linkId), command: { type, data }, metadata });
  }
}

interface Membership {
  readonly linkId: string;
  readonly campaignId: string;
}
