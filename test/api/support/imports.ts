import { eventually } from '../../support/programs';
import { type Answer, send } from '../../support/waymark';
import type { Workspace } from './workspace';

export interface Import {
  readonly id: string;
  readonly status: string;
  readonly source: string | null;
  readonly total: number | null;
  readonly created: number;
  readonly failed: number;
  readonly ignored_columns: readonly string[];
  readonly errors: readonly { row: number | null; line: number | null; code: string; message: string }[];
  readonly created_at: string;
  readonly ended_at: string | null;
}

export const NDJSON = 'application/x-ndjson';

interface Sent {
  readonly type?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Uploads a file; a CSV by default. */
export const upload = (
  { product, token }: Pick<Workspace, 'product' | 'token'>,
  file: string | Buffer,
  { type = 'text/csv', query = '', headers = {} }: Sent = {},
): Promise<Answer<Import>> =>
  send<Import>(product, 'POST', `/v1/links/import${query}`, {
    body: file,
    headers: { authorization: `Bearer ${token}`, 'content-type': type, ...headers },
  });

/** The record of an import that has ended. */
export const ended = (workspace: Pick<Workspace, 'get'>, id: string): Promise<Import> =>
  eventually(async () => {
    const { body } = await workspace.get<Import>(`/v1/imports/${id}`);
    if (body.ended_at === null) throw new Error(`still ${body.status} with ${body.created} links`);
    return body;
  });

/** Uploads a file, which must be taken, and waits for its end. */
export const imported = async (workspace: Workspace, file: string | Buffer, how?: Sent): Promise<Import> => {
  const { status, body, text } = await upload(workspace, file, how);
  if (status !== 202) throw new Error(`expected 202, was ${status}: ${text}`);
  return ended(workspace, body.id);
};
