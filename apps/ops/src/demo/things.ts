import { Failure } from '../failure';
import type { Api, Method } from './api';

/** A request below the path of a record. */
export type FollowUp = readonly [method: Method, below: string, body?: object];

/** A record to create, and what happens to it then: requests below its path, or what takes more than those. */
export interface Thing {
  readonly body: Readonly<Record<string, unknown>>;
  readonly then?: readonly FollowUp[] | ((made: Made) => Promise<void>);
}

/** A record, as the answer to its creation has it. */
export type Made = Readonly<Record<string, unknown>> & { readonly id: string };

/** Records of one kind that a workspace should have. */
export interface WantedRecords {
  readonly path: string;
  /** The field that tells them apart. */
  readonly by: string;
  readonly things: readonly Thing[];
}

/** The ids of those that are there, by the field that tells them apart, and what was refused, in words. */
export interface Ensured {
  readonly ids: ReadonlyMap<string, string>;
  readonly refused: readonly string[];
}

/** Creates those that the workspace has not. What is there stays as people left it. */
export const ensure = async (api: Api, { path, by, things }: WantedRecords): Promise<Ensured> => {
  const known = new Map((await api.list<Made>(path)).map((record) => [record[by], record.id]));
  const ids = new Map<string, string>();
  const refused: string[] = [];
  for (const { body, then = [] } of things) {
    const name = String(body[by]);
    const there = known.get(name);
    if (there !== undefined) {
      ids.set(name, there);
      continue;
    }
    const answer = await api.send<Made & { readonly detail?: string }>('POST', path, body);
    if (answer.status === 201) {
      ids.set(name, answer.body.id);
      await (typeof then === 'function' ? then(answer.body) : follow(api, `${path}/${answer.body.id}`, then));
    } else refused.push(`${name}: ${answer.body.detail ?? answer.status}`);
  }
  return { ids, refused };
};

/** Sends what follows the creation of a record, in order. @throws Failure at the first that is refused */
export const follow = async (api: Api, path: string, steps: readonly FollowUp[]): Promise<void> => {
  for (const [method, below, body] of steps) {
    const { status, body: answer } = await api.send<unknown>(method, path + below, body);
    if (status >= 300) throw new Failure(`${method} ${path}${below} answered ${status}: ${JSON.stringify(answer)}`);
  }
};
