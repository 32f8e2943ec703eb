import { PersonAddIcon, PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { membersQuery, useMe, useOwnerRefusal } from '../../api/queries';
import { Button, buttonClass } from '../../ui/button';
import { Page } from '../../ui/page';
import { Pages } from '../../ui/pages';
import { useShortcuts } from '../../ui/shortcuts';
import { Failed, Loading } from '../../ui/states';
import { Account } from './account';
import { Deletion } from './deletion';
import { General } from './general';
import { Invitations, InvitedDialog, InviteDialog } from './invitations';
import { Members } from './members';
import { Section } from './section';
import { Usage } from './usage';
import { invitationsQuery, type NewInvitation, workspaceQuery } from './workspace-queries';

const route = getRouteApi('/$workspace/workspace');

export const WorkspaceScreen = () => {
  const { data: found, error, refetch } = useQuery(workspaceQuery);
  const refusal = useOwnerRefusal();
  const another = (
    <Link to="/new-workspace" className={buttonClass()}>
      <PlusIcon /> New workspace
    </Link>
  );
  if (error && !found)
    return (
      <Page title="Workspace" actions={another}>
        <Failed error={error} onRetry={() => void refetch()} />
        <Account />
      </Page>
    );
  return (
    <Page title="Workspace" actions={another}>
      {!found && <Loading what="the workspace" />}
      <General found={found} refusal={refusal} />
      <Usage workspace={found?.data} />
      <People refusal={refusal} />
      <Account />
      {found && <Deletion workspace={found.data} refusal={refusal} />}
    </Page>
  );
};

/** Members, and who is to become one. */
const People = ({ refusal }: { readonly refusal: string | undefined }) => {
  const { data: me } = useMe();
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: members, error, refetch } = useQuery(membersQuery(page));
  const { data: invitations, error: hidden, refetch: again } = useQuery(invitationsQuery(me?.role === 'owner'));
  const [inviting, setInviting] = useState(false);
  const [invited, setInvited] = useState<NewInvitation | null>(null);
  const open = (): void => setInviting(true);
  useShortcuts('Workspace', [
    { keys: 'n', label: 'Invite somebody', run: () => refusal === undefined && setInviting(true) },
  ]);
  return (
    <Section
      title="Members"
      about="Owners change the workspace, members what is in it, viewers nothing."
      action={
        <Button tone="primary" icon={<PersonAddIcon />} refused={refusal} onClick={open}>
          Invite
        </Button>
      }
    >
      {error && !members ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Members members={members?.data} refusal={refusal} />
      )}
      <Pages
        page={page}
        meta={members?.meta}
        onPage={(next) => void navigate({ search: { page: next }, resetScroll: false })}
      />
      {hidden && !invitations && <Failed error={hidden} onRetry={() => void again()} />}
      {invitations && invitations.meta.total > 0 && (
        <Invitations invitations={invitations.data} members={members?.data ?? []} />
      )}
      {inviting && (
        <InviteDialog
          onClose={() => setInviting(false)}
          onInvited={(invitation) => {
            setInviting(false);
            setInvited(invitation);
          }}
        />
      )}
      {invited && <InvitedDialog invitation={invited} onClose={() => setInvited(null)} />}
    </Section>
  );
};
