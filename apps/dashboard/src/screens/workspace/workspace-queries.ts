import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api, dataOf, ifMatch, writes } from '../../api/client';
import type { components } from '../../api/openapi';
import type { Member, Role } from '../../api/queries';

type Schemas = components['schemas'];
export type Workspace = Schemas['Workspace'];
export type Invitation = Schemas['Invitation'];
export type NewInvitation = Schemas['NewInvitation'];

/** With its ETag, by which a change is refused that was made from an older state. */
export const workspaceQuery = queryOptions({
  queryKey: ['workspace', 'settings'] as const,
  queryFn: ({ signal }) => answer(api.GET('/v1/workspace', { signal })),
});

/** Of owners alone. */
export const invitationsQuery = (enabled: boolean) =>
  queryOptions({
    queryKey: ['invitations'],
    enabled,
    queryFn: ({ signal }) =>
      dataOf(api.GET('/v1/workspace/invitations', { params: { query: { limit: 100 } }, signal })),
  });

export const renameWorkspace = (name: string, etag: string | null) =>
  answer(writes.PATCH('/v1/workspace', { body: { name }, params: { header: ifMatch(etag) } }));

export const deleteWorkspace = (name: string) => answer(writes.DELETE('/v1/workspace', { body: { name } }));

export const setRole = ({ id }: Pick<Member, 'id'>, role: Role) =>
  answer(writes.PATCH('/v1/workspace/members/{id}', { body: { role }, params: { path: { id } } }));

export const removeMember = ({ id }: Member) =>
  answer(writes.DELETE('/v1/workspace/members/{id}', { params: { path: { id } } }));

export const invite = (body: Schemas['InvitationCreate']): Promise<NewInvitation> =>
  dataOf(writes.POST('/v1/workspace/invitations', { body }));

export const withdraw = ({ id }: Invitation) =>
  answer(writes.DELETE('/v1/workspace/invitations/{id}', { params: { path: { id } } }));

export const changePassword = (body: Schemas['PasswordChange']) => answer(writes.POST('/v1/auth/password', { body }));

export const deleteAccount = (password: string) => answer(writes.DELETE('/v1/auth/me', { body: { password } }));

/** A change, after which what it touches is asked for again. */
export const useChange = <In, Out>(
  touched: readonly string[],
  mutationFn: (input: In) => Promise<Out>,
  onDone: (result: Out, input: In) => void,
) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (result, input) => {
      for (const name of touched) void queries.invalidateQueries({ queryKey: [name] });
      onDone(result, input);
    },
  });
};
