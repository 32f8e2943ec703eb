import { randomBytes } from 'node:crypto';
import { type Answer, PASSWORD, send } from '../../support/waymark';
import { type DocumentedOperation, type OpenApiDocument, type Parameter, documentOf } from '../support/document';
import { MAKERS } from '../support/makers';
import { invite, someone } from '../support/members';
import { productUnderTest } from '../support/product';
import { newWorkspace, type Workspace } from '../support/workspace';

/** What the ids and secrets of examples stand for in a workspace, so that an example can be sent as it is. */
const standInsOf = async (workspace: Workspace): Promise<ReadonlyMap<string, string>> => {
  const { owner } = workspace;
  const [link, other, campaign] = [
    await workspace.createLink(),
    await workspace.createLink(),
    await workspace.createCampaign(),
  ];
  return new Map([
    ['link_2c7n4k0v9q8w1x5z3b6m7d4f2g', link.id],
    ['link_9m3p6r8t0v2x4z6b8d0f2h4k6n', other.id],
    ['cmp_01jd6q3x9v8w7t6s5r4p3n2m3k', campaign.id],
    ['ws_01jd6q0000000000000000000a', workspace.id],
    ['refresh_6kWq3nVb8TzYxC1mLpRs5dFgHj', owner.refresh_token],
    ['a quiet blue harbour', PASSWORD],
    ['Acme Ltd', owner.workspace.name],
  ]);
};

/** What a resource must have gone through before these operations are possible. */
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  'campaigns.pause': ['start'],
  'campaigns.resume': ['start', 'pause'],
  'campaigns.end': ['start'],
};

/** Values that depend on the clock or on what is there. */
const BODIES: Readonly<Record<string, (workspace: Workspace) => unknown>> = {
  'auth.login': ({ owner }) => ({ email: owner.email, password: owner.password }),
  'auth.register': () => ({ email: someone(), password: PASSWORD }),
  'webhooks.replay': () => ({ from: new Date(Date.now() - 60_000).toISOString() }),
};

/** Operations whose example is refused: the import has ended, the only owner stays, the host is unknown. */
const REFUSED: Readonly<Record<string, number>> = {
  'imports.cancel': 409,
  'auth.deleteAccount': 409,
  'health.tls': 404,
};

/** Parameters that go with others alone. */
const COMPANIONS: Readonly<Record<string, string>> = {
  'links.lookup domain': '&alias=x',
  start: '&range=custom&end=2026-11-21T00:00:00Z',
  end: '&range=custom&start=2026-11-01T00:00:00Z',
};

describe('the examples of the OpenAPI document', () => {
  let document: OpenApiDocument;
  let shared: Workspace;
  beforeAll(async () => {
    document = await documentOf(productUnderTest());
    shared = await newWorkspace();
  });

  /** Some operations end what others need, or use up what a workspace may have. */
  const workspaceFor = ({ operationId, method }: DocumentedOperation) =>
    method !== 'GET' && /^(auth|workspace|members|invitations|webhooks)\./.test(operationId)
      ? newWorkspace()
      : Promise.resolve(shared);

  const credentialFor = ({ operationId, scope }: DocumentedOperation, { owner, token }: Workspace) =>
    scope === 'owner' || /^(auth|workspace)\./.test(operationId) ? owner.access_token : token;

  /** The path with real ids: each belongs to a resource that was made for this request. */
  const pathOf = async (operation: DocumentedOperation, workspace: Workspace): Promise<string> => {
    const collection = /([^/]+)\/\{id\}/.exec(operation.path)?.[1];
    const made = await (collection === undefined ? undefined : MAKERS[collection]?.(workspace));
    const [, nested = ''] = /\/\{id\}\/.*\{(\w+)\}/.exec(operation.path) ?? [];
    for (const step of BEFORE[operation.operationId] ?? [])
      await workspace.post(`/v1/${collection ?? ''}/${made?.id ?? ''}/${step}`);
    const values: Record<string, string | undefined> = {
      id: made?.id,
      ...(await nestedIn(nested, made?.id, workspace)),
    };
    return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const example = operation.parameters.find((one) => one.in === 'path' && one.name === name)?.example;
      return values[name] ?? String(example);
    });
  };

  const nestedIn = async (name: string, parent: string | undefined, workspace: Workspace) => {
    if (name === 'link_id') return { link_id: (await workspace.createLink({ campaign_id: parent })).id };
    if (name !== 'delivery_id') return {};
    const { body } = await workspace.post<{ id: string }>(`/v1/webhooks/${parent ?? ''}/test`);
    return { delivery_id: body.id };
  };

  const aliasOf = async (operation: DocumentedOperation, workspace: Workspace): Promise<string | undefined> => {
    if (operation.path !== '/{alias}') return undefined;
    const fields = operation.method === 'POST' ? { password: 'open sesame' } : {};
    return `/${(await workspace.createLink(fields)).alias}`;
  };

  /** The example of its body: as JSON, or as a file. */
  const bodyOf = async (operation: DocumentedOperation, workspace: Workspace) => {
    const [type, media] = Object.entries(operation.requestBody?.content ?? {}).at(-1) ?? [];
    if (!type || !media) return {};
    const made = BODIES[operation.operationId]?.(workspace);
    if (made !== undefined) return { body: made };
    const example = document.exampleOf(media);
    if (!type.includes('json') || typeof example === 'string')
      return { body: example, headers: { 'content-type': 'text/csv' } };
    let text = JSON.stringify(example);
    for (const [sample, real] of await standInsOf(workspace)) text = text.replaceAll(sample, real);
    if (operation.operationId === 'auth.accept')
      text = text.replace(/invite_[\w-]+/, (await invite(workspace, 'viewer')).token);
    return { body: JSON.parse(text) as unknown };
  };

  const sendExample = async (operation: DocumentedOperation, query = ''): Promise<Answer> => {
    const workspace = await workspaceFor(operation);
    const path = (await aliasOf(operation, workspace)) ?? (await pathOf(operation, workspace));
    const required = operation.parameters
      .filter((parameter) => parameter.in === 'query' && parameter.required)
      .map((parameter) => queryOf(parameter));
    const search = [...required, ...(query ? [query] : [])].join('&');
    const { headers, ...sent } = await bodyOf(operation, workspace);
    return send(workspace.product, operation.method, search ? `${path}?${search}` : path, {
      ...sent,
      headers: {
        ...headers,
        ...(operation.scope !== 'public' && { authorization: `Bearer ${credentialFor(operation, workspace)}` }),
        'x-forwarded-for': [10, ...randomBytes(3)].join('.'),
      },
    });
  };

  const queryOf = ({ name, example }: Parameter): string => `${name}=${encodeURIComponent([example].flat().join(','))}`;

  /** Why an answer is not what the document says. */
  const problemsWith = (
    { responses }: DocumentedOperation,
    { status, headers, body, text }: Answer,
  ): readonly string[] => {
    const answer = responses[String(status)];
    if (!answer) return [`the status ${status} is not documented: ${text.slice(0, 200)}`];
    const type = (headers['content-type'] ?? '').split(';', 1)[0] ?? '';
    const media = answer.content?.[type];
    if (!media) return answer.content && text !== '' ? [`the type ${type} of a ${status} is not documented`] : [];
    return type.includes('json') ? document.problemsWith(media.schema, body) : [];
  };

  it('are accepted, and answered as the document says', async () => {
    const problems: string[] = [];
    for (const operation of document.operations) {
      const query = operation.operationId === 'links.lookup' ? `alias=${(await shared.createLink()).alias}` : '';
      const answer = await sendExample(operation, query);
      const { operationId } = operation;
      const expected = REFUSED[operationId];
      if (expected === undefined ? answer.status >= 400 : answer.status !== expected)
        problems.push(`${operationId}: ${answer.status} ${answer.text.slice(0, 300)}`);
      problems.push(...problemsWith(operation, answer).map((problem) => `${operationId}: ${problem}`));
    }
    expect(problems).toEqual([]);
  });

  it('of parameters are accepted, and answered as the document says', async () => {
    const problems: string[] = [];
    const seen = new Set<string>();
    for (const operation of document.operations.filter(({ method, path }) => method === 'GET' && path !== '/{alias}')) {
      for (const parameter of operation.parameters.filter((one) => one.in === 'query' && !one.required)) {
        // Many operations share a parameter.
        if (seen.size === seen.add(JSON.stringify(parameter)).size) continue;
        const name = `${operation.operationId} ${parameter.name}`;
        const more = COMPANIONS[name] ?? COMPANIONS[parameter.name] ?? '';
        const answer = await sendExample(operation, `${queryOf(parameter)}${more}`);
        // What an example names need not be there, and an instant may be before it was.
        if (answer.status >= 400 && answer.status !== 404 && answer.body !== undefined && !isUnknownDomain(answer))
          problems.push(`${name}: ${answer.status} ${answer.text.slice(0, 300)}`);
        problems.push(...problemsWith(operation, answer).map((problem) => `${name}: ${problem}`));
      }
    }
    expect(seen.size).toBeGreaterThan(50);
    expect(problems).toEqual([]);
  });

  const isUnknownDomain = ({ body }: Answer): boolean => (body as { code?: string }).code === 'domain_not_verified';
});
