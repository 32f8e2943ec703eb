import { send } from '../../support/waymark';
import { join } from '../support/members';
import { expectProblem } from '../support/problems';
import { productUnderTest } from '../support/product';
import { type Operation, operationsOf } from '../support/operations';
import { useWorkspace } from '../support/workspace';

type Kind = 'public' | 'read' | 'write' | 'keys' | 'owner';

/**
 * The table "Credentials" of the HTTP contract, copied by hand and not from the code: the first matching line decides.
 */
const TABLE: readonly [string, RegExp, Kind][] = [
  ['GET', /^\/(health\/.+|metrics|errors\/.+)$/, 'public'],
  ['GET', /^\/v1\/auth\/options$/, 'public'],
  ['POST', /^\/v1\/auth\/(register|login|refresh|accept)$/, 'public'],
  // The user's own session or account, whatever their role in the workspace.
  ['POST', /^\/v1\/(auth\/(logout|switch|password|tickets)|workspaces)$/, 'read'],
  // A dry run.
  ['POST', /^\/v1\/links\/resolve$/, 'read'],
  ['DELETE', /^\/v1\/auth\/me$/, 'read'],
  ['GET', /^\/v1\/workspace\/invitations/, 'owner'],
  ['GET', /^\/v1\//, 'read'],
  ['PATCH|DELETE', /^\/v1\/workspace$/, 'owner'],
  ['POST|PATCH|DELETE', /^\/v1\/workspace\/(members|invitations)/, 'owner'],
  ['POST|PATCH|DELETE', /^\/v1\/api-keys/, 'keys'],
  ['POST|PUT|PATCH|DELETE', /^\/(v1\/(links|campaigns|domains|qr-codes|webhooks|imports)|api\/urls)/, 'write'],
];

const ALLOWED: Readonly<Record<string, readonly Kind[]>> = {
  'no credential': ['public'],
  'a Read key': ['public', 'read'],
  'a viewer': ['public', 'read'],
  'a Read + Write key': ['public', 'read', 'write', 'keys'],
  'a member': ['public', 'read', 'write', 'keys'],
  'an owner': ['public', 'read', 'write', 'keys', 'owner'],
};

/** Of a user alone, whom no key stands for. */
const BY_USER = 'POST /v1/workspaces';

const kindOf = ({ method, path }: Operation): Kind | undefined =>
  TABLE.find(([methods, pattern]) => methods.split('|').includes(method) && pattern.test(path))?.[2];

describe('every operation of the OpenAPI document', () => {
  const workspace = useWorkspace();
  const product = productUnderTest();
  const credentials: Record<string, string | undefined> = {};
  let operations: readonly Operation[];

  beforeAll(async () => {
    // Logging out ends the session that the others need.
    operations = (await operationsOf(product)).toSorted(
      (a, b) => Number(a.path === '/v1/auth/logout') - Number(b.path === '/v1/auth/logout'),
    );
    Object.assign(credentials, {
      'a Read key': (await workspace.createKey({ scope: 'Read' })).key,
      'a Read + Write key': workspace.token,
      'a viewer': (await join(workspace, 'viewer')).access_token,
      'a member': (await join(workspace, 'member')).access_token,
      'an owner': (await join(workspace, 'owner')).access_token,
    });
  });

  it("requires the permission of the contract's table", () => {
    expect(operations.length).toBeGreaterThan(20);
    expect(operations.map((operation) => [operation.method, operation.path, operation.scope])).toEqual(
      operations.map((operation) => [operation.method, operation.path, kindOf(operation)]),
    );
  });

  it.each(Object.entries(ALLOWED))('answers %s as the table says: 401, 403, or as permitted', async (who, allowed) => {
    for (const operation of operations) {
      const { method, path, takesBody } = operation;
      const address = path.replace(/\{\w+\}/g, 'link_0123456789abcdefghjkmnpqrs');
      const credential = credentials[who];
      // An empty body and an unknown id: a permitted caller gets an error about them, and nothing changes.
      const answer = await send(product, method, address, {
        body: takesBody ? {} : undefined,
        headers: credential === undefined ? {} : { authorization: `Bearer ${credential}` },
      });
      const kind = kindOf(operation) ?? 'owner';
      const said = `${method} ${path}: ${answer.status}`;
      if (who.endsWith('key') && `${method} ${path}` === BY_USER)
        expect(expectProblem(answer, 403, 'insufficient_scope')).toMatchObject({ required_scope: 'user' });
      else if (allowed.includes(kind))
        expect([said, [401, 403, 405].includes(answer.status) || answer.status >= 500]).toEqual([said, false]);
      else if (who === 'no credential') expectProblem(answer, 401, 'missing_credentials');
      else
        expect(expectProblem(answer, 403, 'insufficient_scope')).toMatchObject({
          required_scope: kind === 'owner' ? 'owner' : 'Read + Write',
        });
    }
  });
});
