import { type Answer, send } from '../../support/waymark';
import type { Link, Problem } from './records';
import type { Workspace } from './workspace';

/** What a bulk call tells of one item. */
export interface ItemResult {
  readonly index: number;
  readonly status: number;
  readonly link?: Link;
  readonly error?: Problem & { readonly existing_link_id?: string };
}

export interface BulkResult {
  readonly data: readonly ItemResult[];
  readonly meta: { readonly created?: number; readonly succeeded?: number; readonly failed: number };
}

type Headers = Readonly<Record<string, string>>;

/** The bulk calls of a workspace's Read + Write key. */
export const bulkOf = (workspace: Workspace) => ({
  create: (items: unknown, headers: Headers = {}) => workspace.post<BulkResult>('/v1/links/bulk', items, headers),
  update: (items: unknown, headers: Headers = {}) => workspace.patch<BulkResult>('/v1/links/bulk', items, headers),
  delete: (items: unknown, headers: Headers = {}) =>
    send<BulkResult>(workspace.product, 'DELETE', '/v1/links/bulk', {
      body: items,
      headers: { authorization: `Bearer ${workspace.token}`, ...headers },
    }),
  deleteByPost: (items: unknown, headers: Headers = {}) =>
    workspace.post<BulkResult>('/v1/links/bulk/delete', items, headers),
  restore: (items: unknown, headers: Headers = {}) =>
    workspace.post<BulkResult>('/v1/links/bulk/restore', items, headers),
  disable: (items: unknown, headers: Headers = {}) =>
    workspace.post<BulkResult>('/v1/links/bulk/disable', items, headers),
  enable: (items: unknown, headers: Headers = {}) =>
    workspace.post<BulkResult>('/v1/links/bulk/enable', items, headers),
  archive: (items: unknown, headers: Headers = {}) =>
    workspace.post<BulkResult>('/v1/links/bulk/archive', items, headers),
  unarchive: (items: unknown, headers: Headers = {}) =>
    workspace.post<BulkResult>('/v1/links/bulk/unarchive', items, headers),
});

/** The statuses of a bulk call's items, whose order and counts it checks. */
export const statusesOf = ({ status, body, text }: Answer<BulkResult>): readonly number[] => {
  expect([status, text]).toEqual([200, text]);
  const statuses = body.data.map((item) => item.status);
  expect(body.data.map(({ index }) => index)).toEqual(statuses.map((_, index) => index));
  for (const { status: own, error, link } of body.data) {
    expect([own >= 400, error?.status]).toEqual([error !== undefined, own >= 400 ? own : undefined]);
    expect(link === undefined).toBe(own === 204 || own >= 400);
  }
  expect(body.meta.failed).toBe(statuses.filter((own) => own >= 400).length);
  const done = statuses.filter((own) => own < 400);
  if ('created' in body.meta) expect(body.meta.created).toBe(done.filter((own) => own === 201).length);
  else expect(body.meta.succeeded).toBe(done.length);
  return statuses;
};

/** The code and the locations of an item's problem. */
export const problemOfItem = ({ body }: Answer<BulkResult>, index: number): readonly string[] => {
  const error = body.data[index]?.error;
  return [error?.code ?? '', ...(error?.errors ?? []).map(({ location }) => location).sort()];
};
