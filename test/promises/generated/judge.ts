import * as fc from 'fast-check';
import { CODES } from '@platform/http';
import { documentOf, type OpenApiDocument } from '../../api/support/document';
import { MAKERS } from '../../api/support/makers';
import { expectProblem } from '../../api/support/problems';
import { newWorkspace } from '../../api/support/workspace';
import { type Address, type Answer, send } from '../../support/waymark';
import { type GeneratedRequest, type Ground, requestsOf } from './requests';

/** So many requests fall on one workspace: then another one has what they name, and fresh access tokens. */
const OF_A_WORKSPACE = 400;
const AT_ONCE = 8;

export interface Judged {
  readonly sent: number;
  /** How many answers had each status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Operations by the successes that they had. */
  readonly succeeded: ReadonlySet<string>;
  /** Each with its request. */
  readonly faults: readonly string[];
}

/** Sends generated requests; a fault is an answer with a 5xx, or a failure in another shape than the one. */
export const judge = async (product: Address, count: number, seed: number): Promise<Judged> => {
  const document = await documentOf(product);
  const statuses: Record<number, number> = {};
  const succeeded = new Set<string>();
  const faults: string[] = [];
  for (let sent = 0; sent < count; sent += OF_A_WORKSPACE) {
    const requests = fc.sample(requestsOf(document, await groundOf(product)), {
      numRuns: Math.min(OF_A_WORKSPACE, count - sent),
      seed: seed + sent,
    });
    const one = async (request: GeneratedRequest) => {
      const answer = await answerTo(product, request);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      if (answer.status < 300) succeeded.add(request.operationId);
      const fault = faultOf(answer, document, request);
      if (fault) faults.push(`${fault}\n${JSON.stringify(request)}`);
    };
    const queue = requests.values();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const request of queue) await one(request);
      }),
    );
  }
  return { sent: count, statuses, succeeded, faults };
};

const answerTo = (product: Address, { method, path, headers, body }: GeneratedRequest): Promise<Answer> =>
  send(product, method, path, { headers, body }).catch((error: Error) => ({
    status: 0,
    headers: {},
    text: error.message,
    body: undefined,
  }));

const faultOf = (
  answer: Answer,
  document: OpenApiDocument,
  { operationId, headers }: GeneratedRequest,
): string | null => {
  const { status, text, body } = answer;
  if (status === 0 || status >= 500) return `${status}: ${text.slice(0, 300)}`;
  const documented = document.operations.find((operation) => operation.operationId === operationId)?.responses ?? {};
  if (status < 400) return null;
  // A short link has a page for a browser.
  if (operationId.startsWith('redirects.') && headers['accept'] === 'text/html' && text.startsWith('<!doctype html>'))
    return documented[status] === undefined ? `a page with ${status} is not in the document` : null;
  const { code } = body as { readonly code: string };
  if (CODES.get(code)?.status !== status) return `${status} with the code ${code}`;
  // A body that does not arrive in time, as on a busy machine, is judged before any operation.
  if (status !== 408 && documented[status] === undefined) return `${status} ${code} is not in the document`;
  try {
    expectProblem(answer, status, code);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

const groundOf = async (product: Address): Promise<Ground> => {
  const workspace = await newWorkspace(product);
  const reader = await workspace.createKey({ scope: 'Read' });
  const ids: Record<string, string[]> = { ws: [workspace.id], usr: [workspace.owner.user.id] };
  for (const make of Object.values(MAKERS)) {
    const made = await Promise.all([make(workspace), make(workspace)]);
    for (const { id } of made) (ids[id.split('_', 1)[0] ?? ''] ??= []).push(id);
  }
  return { ids, credentials: [workspace.token, workspace.owner.access_token, workspace.token, reader.key] };
};
