import { Controller, Delete, Param, Post } from '@nestjs/common';
import { Endpoint, Id, ValidBody, found } from '@platform/http';
import { type Caller, CurrentCaller } from '../caller';
import { deleted, versioned } from '../responses';
import { CampaignLinks } from './campaign-links';
import { CampaignQueries, presentCampaign } from './campaign.queries';
import { type AttachLinksBody, attachLinksBody, campaignRecord } from './campaign.schemas';

@Controller('v1/campaigns/:id/links')
export class CampaignLinksController {
  constructor(
    private readonly members: CampaignLinks,
    private readonly queries: CampaignQueries,
  ) {}

  @Post()
  @Endpoint({
    id: 'campaigns.addLinks',
    summary: 'Add links to a campaign',
    description:
      'They leave the campaigns that they were in. All are added, or none if one of them is not a link of the ' +
      'workspace. After a 503 some may have been added: send the same request again.',
    scope: 'write',
    body: attachLinksBody,
    responses: { 200: campaignRecord },
    headers: ['ETag', 'Waymark-Pending'],
  })
  async attach(@Id('cmp') id: string, @ValidBody() { link_ids }: AttachLinksBody, @CurrentCaller() caller: Caller) {
    const pending = await this.members.attach(id, link_ids, caller);
    const row = found(await this.queries.find(caller.subject.workspaceId, id));
    return versioned({ revision: row.revision, pending }, presentCampaign(row, row));
  }

  @Delete(':link_id')
  @Endpoint({
    id: 'campaigns.removeLink',
    summary: 'Remove a link from a campaign',
    description: 'The link stays. A link that is not in the campaign is a 404.',
    scope: 'write',
    responses: { 204: 'Removed.' },
    headers: ['Waymark-Pending'],
  })
  async detach(@Id('cmp') id: string, @Param('link_id') linkId: string, @CurrentCaller() caller: Caller) {
    return deleted(await this.members.detach(id, linkId, caller));
  }
}
