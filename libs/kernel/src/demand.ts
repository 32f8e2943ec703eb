import { Rejection } from './rejection';

interface Owned {
  readonly workspace_id: string;
}

interface Deletable extends Owned {
  readonly deleted_at: string | null;
}

/** @throws Rejection `not_found` where there is no such resource */
export const demandKnown = <R>(resource: R | null | undefined): R => {
  if (resource) return resource;
  throw new Rejection('not-found', 'not_found', 'There is no such resource.');
};

/**
 * The resource, if it belongs to the workspace; a deleted one, too. Unknown or in another workspace: one answer, so
 * that no caller learns which resources exist.
 * @throws Rejection `not_found` otherwise
 */
export const demandOwn = <R extends Owned>(resource: R | null | undefined, workspaceId: string): R =>
  demandKnown(resource?.workspace_id === workspaceId ? resource : null);

/** Like {@link demandOwn}, but a deleted resource is not found. */
export const demandLive = <R extends Deletable>(resource: R | null | undefined, workspaceId: string): R =>
  demandOwn(resource?.deleted_at ? null : resource, workspaceId);

type Window<E extends string> = { readonly [N in E | 'starts_at']?: string | null | undefined };

/**
 * Demands that a window ends after it starts, if it has both.
 * @param end name of the field with its end
 * @param sent the fields of the request: one of them is named in the rejection
 */
export const demandWindow = <E extends string>(end: E, window: Window<E>, sent: Window<E>, detail: string): void => {
  const [from, to] = [window.starts_at, window[end]];
  if (!from || !to || from < to) return;
  const problem = sent[end]
    ? { location: `body.${end}`, message: 'must be later than starts_at' }
    : { location: 'body.starts_at', message: `must be earlier than ${end}` };
  throw new Rejection('invalid', 'invalid_request', detail, {}, [problem]);
};
