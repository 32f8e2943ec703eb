import { imported } from './imports';
import { addMember, invite } from './members';
import type { Workspace } from './workspace';

/** How to create what an id stands for, by the collection before it in the path. New resources belong in here. */
export const MAKERS: Readonly<Record<string, (workspace: Workspace) => Promise<{ readonly id: string }>>> = {
  links: (workspace) => workspace.createLink({ title: 'first' }),
  campaigns: (workspace) => workspace.createCampaign(),
  domains: (workspace) => workspace.addDomain(),
  'api-keys': (workspace) => workspace.createKey({ name: 'first' }),
  members: (workspace) => addMember(workspace, 'viewer'),
  'qr-codes': (workspace) => workspace.createQrCode({ name: 'first' }),
  webhooks: (workspace) => workspace.createWebhook({ description: 'first' }),
  invitations: (workspace) => invite(workspace, 'viewer'),
  imports: (workspace) => imported(workspace, 'destination_url\nhttps://example.com/\nnowhere\n'),
};
