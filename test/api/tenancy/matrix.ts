import { type Address, type Answer, send } from '../../support/waymark';
import { MAKERS } from '../support/makers';
import { type Operation, operationsOf } from '../support/operations';
import { newWorkspace } from '../support/workspace';

/** Bodies that would change something; an operation without one here takes an empty object. */
const BODIES: Readonly<Record<string, object>> = {
  'PATCH /v1/links/{id}': { title: 'stolen' },
  'PATCH /v1/api-keys/{id}': { name: 'stolen' },
  'PATCH /v1/campaigns/{id}': { name: 'stolen' },
  'PATCH /v1/qr-codes/{id}': { name: 'stolen' },
  'PATCH /v1/webhooks/{id}': { description: 'stolen' },
  'PATCH /v1/domains/{id}': { root_url: 'https://stolen.example/' },
  'PATCH /v1/workspace/members/{id}': { role: 'owner' },
};

/**
 * These have no owner: a tag and an external id are words. Suites of analytics and of external ids show that each
 * workspace sees its own only.
 */
const SHARED = /^\/v1\/(analytics\/tags|links\/by-external-id)\//;

export interface Verdict {
  /** Operations with an id, as `GET /v1/links/{id}`. */
  readonly asked: readonly string[];
  /**
   * Operations that distinguish a foreign id from an unknown one, or answer a foreign one other than 404; and changed
   * resources.
   */
  readonly violations: readonly string[];
}

/** Calls each operation with an id of the OpenAPI document with another workspace's id and with an unknown one. */
export const judgeIsolation = async (product: Address): Promise<Verdict> => {
  const [first, second] = [await newWorkspace(product), await newWorkspace(product)];
  const operations = (await operationsOf(product)).filter(
    ({ path, scope }) => path.includes('{') && scope !== 'public' && !SHARED.test(path),
  );
  const violations = new Set<string>();
  for (const operation of operations) {
    const name = `${operation.method} ${operation.path}`;
    const collection = collectionOf(operation.path);
    const make = MAKERS[collection];
    if (!make) throw new Error(`${name}: teach this matrix how to make one of ${collection}`);
    const { id } = await make(first);
    const look = `/v1/${/^(members|invitations)$/.test(collection) ? 'workspace/' : ''}${collection}/${id}`;
    const before = (await first.user.get(look)).text;
    for (const form of formsOf(operation)) {
      for (const credential of [second.token, second.owner.access_token]) {
        const [foreign, unknown] = [
          await ask(product, form, id, credential),
          await ask(product, form, unknownLike(id), credential),
        ];
        // A key is never an owner: that is refused before any look-up.
        const expected = operation.scope === 'owner' && credential === second.token ? 403 : 404;
        if (foreign.status !== expected || bytes(foreign) !== bytes(unknown)) violations.add(name);
      }
    }
    if ((await first.user.get(look)).text !== before) violations.add(`${name} changed it`);
  }
  return { asked: operations.map(({ method, path }) => `${method} ${path}`), violations: [...violations] };
};

const collectionOf = (path: string): string => /([^/]+)\/\{/.exec(path)?.[1] ?? '';

interface Form {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly headers: Readonly<Record<string, string>>;
}

const HEADERS: readonly Form['headers'][] = [{}, { 'if-match': '"0"' }];

/** An operation with right and wrong bodies, with and without If-Match, as HEAD, and at an earlier time. */
const formsOf = ({ method, path, takesBody, query }: Operation): readonly Form[] => {
  const bodies = takesBody ? [BODIES[`${method} ${path}`] ?? {}, { colour: 'wrong' }] : [undefined];
  const paths = query.includes('as_of') ? [path, `${path}?as_of=${new Date().toISOString()}`] : [path];
  return (method === 'GET' ? ['GET', 'HEAD'] : [method]).flatMap((asked) =>
    paths.flatMap((at) =>
      bodies.flatMap((body) => HEADERS.map((headers) => ({ method: asked, path: at, ...(body && { body }), headers }))),
    ),
  );
};

const ask = (
  product: Address,
  { method, path, body, headers }: Form,
  id: string,
  credential: string,
): Promise<Answer> =>
  send(product, method, path.replace(/\{\w+\}/g, id), {
    body,
    headers: { authorization: `Bearer ${credential}`, 'x-request-id': 'req_pinned', ...headers },
  });

/** The same form, but of no resource. */
const unknownLike = (id: string): string => `${id.slice(0, id.indexOf('_'))}_0123456789abcdefghjkmnpqrs`;

/** An answer without what changes over time. */
const bytes = ({ status, text, headers: { date: _, ...headers } }: Answer): string =>
  JSON.stringify([status, text, headers]);
