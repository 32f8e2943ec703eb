import type { Workspace } from './workspace';
import { eventually } from '../../support/programs';

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
  const answer = await eventually(async () => {
    const one = await fetch(`${product.url}${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } });
    if (one.status === 503) throw new Error('a busy machine has shed the image');
    return one;
  });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};
