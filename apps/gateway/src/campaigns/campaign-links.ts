import { Injectable } from '@nestjs/common';
import { type AssignLink, type Link, linkStream } from '@contexts/links';
import { atOnce } from '@platform/async';
import { uuidOf } from '@platform/commands';
import { demandNone, found, notFound } from '@platform/http';
import { type Caller, metadataOf } from '../caller';
import { Commands, type Send, type Sent } from '../commands';
import { AT_ONCE, BulkTurns, LINKS } from '../links/bulk-turns';
import { LinkQueries } from '../links/link.queries';
import { CampaignQueries } from './campaign.queries';

/** Makes links members of campaigns. A membership is the link's `campaign_id`, so each link gets a command. */
@Injectable()
export class CampaignLinks {
  constructor(
    private readonly commands: Commands,
    private readonly campaigns: CampaignQueries,
    private readonly links: LinkQueries,
    private readonly turns: BulkTurns,
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
    let last = -1n;
    await atOnce(AT_ONCE, known, async (linkId) => {
      const attachment = assignment('AttachLink', { linkId, campaignId }, caller);
      const { position } = await this.turns.take(workspaceId, () => this.commands.dispatch<Link>(attachment));
      if (position > last) last = position;
    });
    return this.commands.awaitEffects(LINKS, last);
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
    const sent = await this.commands.send<Link>(assignment('DetachLink', { linkId, campaignId }, caller));
    if (!isMember && sent.events.length === 0) throw notFound();
    return sent;
  }
}

interface Membership {
  readonly linkId: string;
  readonly campaignId: string;
}

const assignment = (type: AssignLink['type'], { linkId, campaignId }: Membership, caller: Caller): Send => {
  const data = { link_id: linkId, workspace_id: caller.subject.workspaceId, campaign_id: campaignId };
  const metadata = metadataOf(caller, uuidOf(`${caller.commandId}/${type}/${linkId}`));
  return { stream: linkStream(linkId), command: { type, data }, metadata };
};
