import { KebabHorizontalIcon, TriangleDownIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { asProblem } from '../../api/problem';
import type { Member, Role } from '../../api/queries';
import { session } from '../../api/session';
import { useStore } from '../../api/store';
import { Badge } from '../../ui/badge';
import { buttonClass } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { date } from '../../ui/format';
import { Menu, MenuChoice, MenuItem } from '../../ui/menu';
import { Skeleton } from '../../ui/states';
import { toast } from '../../ui/toast';
import { ROLES, roleName } from './roles';
import { removeMember, setRole, useChange } from './workspace-queries';

interface MembersProps {
  readonly members: readonly Member[] | undefined;
  readonly refusal: string | undefined;
}

type Doing = { readonly what: 'remove' } | { readonly what: 'demote'; readonly role: Role };

const nameOf = ({ name, email }: Member): string => name ?? email;

export const Members = ({ members, refusal }: MembersProps) => {
  const [doing, setDoing] = useState<(Doing & { readonly member: Member }) | null>(null);
  const me = useStore(session)?.user.id;
  const changing = useChange(
    ['members', 'me', 'invitations'],
    ({ member, role }: { readonly member: Member; readonly role: Role }) => setRole(member, role),
    () => setDoing(null),
  );
  const change = (member: Member, role: Role): void =>
    changing.mutate(
      { member, role },
      {
        onSuccess: () => {
          const undo = { undo: () => change({ ...member, role }, member.role) };
          toast(`${nameOf(member)} is ${role === 'owner' ? 'an' : 'a'} ${role} now`, undo);
        },
        onError: (error) => {
          toast('The role stays as it was', { tone: 'bad', description: asProblem(error).message });
        },
      },
    );
  const choose = (member: Member, role: Role): void => {
    if (role === member.role) return;
    if (member.id === me) setDoing({ what: 'demote', member, role });
    else change(member, role);
  };
  return (
    <>
      <ul aria-label="Members" className="card divide-line divide-y">
        {members?.map((member) => (
          <Row
            key={member.id}
            member={member}
            isMe={member.id === me}
            refusal={refusal}
            onRole={(role) => choose(member, role)}
            onRemove={() => setDoing({ what: 'remove', member })}
          />
        )) ?? [1, 2].map((row) => <Waiting key={row} />)}
      </ul>
      {doing?.what === 'remove' && <Removal member={doing.member} onClose={() => setDoing(null)} />}
      {doing?.what === 'demote' && (
        <Confirm
          open
          onClose={() => setDoing(null)}
          title="Give up your own role?"
          action={`Become a ${roleName(doing.role).toLowerCase()}`}
          busy={changing.isPending}
          problem={changing.error && asProblem(changing.error)}
          onConfirm={() => changing.mutate({ member: doing.member, role: doing.role })}
        >
          <p>You cannot take this back: from then on another owner changes roles. Invitations that you sent end.</p>
        </Confirm>
      )}
    </>
  );
};

interface RowProps {
  readonly member: Member;
  readonly isMe: boolean;
  readonly refusal: string | undefined;
  readonly onRole: (role: Role) => void;
  readonly onRemove: () => void;
}

const Row = ({ member, isMe, refusal, onRole, onRemove }: RowProps) => (
  <li className="flex items-center gap-3 py-2.5 pr-2 pl-4">
    <span
      aria-hidden="true"
      className="bg-accent-soft text-accent-strong hidden size-8 shrink-0 place-items-center rounded-full font-semibold uppercase sm:grid"
    >
      {nameOf(member).charAt(0)}
    </span>
    <div className="min-w-0 flex-1">
      <p className="flex items-center gap-2">
        <span className="truncate font-medium">{nameOf(member)}</span>
        {isMe && <Badge>You</Badge>}
      </p>
      <p className="text-faint truncate text-sm">
        {member.name !== null && member.email}
        <span className={member.name === null ? undefined : 'hidden sm:inline'}>
          {member.name !== null && ' · '}joined {date(member.created_at)}
        </span>
      </p>
    </div>
    {refusal === undefined ? (
      <Menu
        trigger={
          <button
            type="button"
            className={buttonClass('quiet', 'sm')}
            aria-label={`Role of ${nameOf(member)}: ${roleName(member.role)}`}
          >
            {roleName(member.role)} <TriangleDownIcon />
          </button>
        }
      >
        <MenuChoice label="Role" value={member.role} options={ROLES} onChange={onRole} />
      </Menu>
    ) : (
      <span className="text-soft px-2 text-sm" title={refusal}>
        {roleName(member.role)}
      </span>
    )}
    <Menu
      trigger={
        <button type="button" className={buttonClass('quiet', 'icon')} aria-label={`Actions for ${nameOf(member)}`}>
          <KebabHorizontalIcon />
        </button>
      }
    >
      <MenuItem isDangerous refused={refusal} onSelect={onRemove}>
        {isMe ? 'Leave the workspace' : 'Remove'}
      </MenuItem>
    </Menu>
  </li>
);

const Waiting = () => (
  <li className="flex h-[61px] items-center gap-3 px-4">
    <Skeleton className="size-8 rounded-full" />
    <span className="flex-1 space-y-1.5">
      <Skeleton className="h-4 w-36" />
      <Skeleton className="h-3.5 w-56" />
    </span>
  </li>
);

const Removal = ({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) => {
  const me = useStore(session)?.user.id;
  const isMe = member.id === me;
  const removal = useChange(
    isMe ? [] : ['members', 'workspace', 'invitations'],
    () => removeMember(member),
    () => {
      // Whose session in this workspace has ended finds another one, or none, from the start.
      if (isMe) return location.assign('/app/');
      toast(`Removed ${nameOf(member)}`);
      onClose();
    },
  );
  return (
    <Confirm
      open
      onClose={onClose}
      title={isMe ? 'Leave the workspace?' : `Remove ${nameOf(member)}?`}
      action={isMe ? 'Leave' : 'Remove'}
      busy={removal.isPending}
      problem={removal.error && asProblem(removal.error)}
      onConfirm={() => removal.mutate(undefined)}
    >
      <p>
        {isMe ? 'Your' : 'Their'} sessions here end at once. API keys that {isMe ? 'you' : 'they'} created belong to the
        workspace and stay. An account without another workspace is deleted.
      </p>
    </Confirm>
  );
};
