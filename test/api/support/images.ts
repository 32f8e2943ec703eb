import type { Workspace } from './workspace';

export interface ImageAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** An image of a workspace, as bytes. */
export const fetchImage = async (
  { product, token }: Pick<Workspace, 'product' | 'token'>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<ImageAnswer> => {
  const answer = await fetch(`${product.url}${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};
