import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { CODES } from '.';
import { createSample, type Sample } from '../../../../test/support/http-sample';

let sample: Sample;
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
beforeAll(async () => {
  sample = await createSample();
  await sample.app.listen(0, '127.0.0.1');
});
afterAll(async () => {
  agent.destroy();
  await sample.app.close();
});

/** Sends the path unchanged: a URL object would normalise it. */
const send = async (
  method: string,
  path: string,
  headers: Record<string, string>,
  payload: string | null,
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> => {
  const { port } = sample.app.getHttpServer().address() as AddressInfo;
  const framed = { ...headers, ...(payload !== null && { 'content-length': Buffer.byteLength(payload) }) };
  const sent = request({ agent, host: '127.0.0.1', port, method, path, headers: framed });
  sent.end(payload ?? undefined);
  const answer = await once(sent, 'response').then(
    ([response]) => response as IncomingMessage,
    (error: NodeJS.ErrnoException) => {
      // The server may close an idle connection at the moment at which it is used again.
      if (sent.reusedSocket && error.code === 'ECONNRESET') return undefined;
      throw error;
    },
  );
  if (!answer) return send(method, path, headers, payload);
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
};

const header = fc.stringMatching(/^[\x21-\x7e]{0,30}$/);
const path = fc.oneof(
  fc.constantFrom(
    '/v1/links',
    '/v1/links/link_1',
    '/v1/links/link_1/disable',
    '/v1/bulk',
    '/health/ready',
    '/errors/x',
    '/openapi.json',
    '/docs/x',
  ),
  fc
    .array(
      fc.oneof(
        fc.constantFrom('v1', 'links', 'link_1', '..', '.', '%2e', '%2F', '%00', '%ff', '%', ''),
        fc.string().map(encodeURIComponent),
      ),
      { maxLength: 5 },
    )
    .map((parts) => `/${parts.join('/')}`),
);
const query = fc.oneof(
  fc.constant(''),
  fc.constantFrom('?page=1', '?page=1&page=2', '?limit=%zz', '?api_key=good', '?__proto__=1', '?tags=a&tags=b'),
  fc.stringMatching(/^[\x21\x24-\x7e]{0,30}$/).map((search) => `?${search}`),
);
const body = fc.oneof(
  fc.json(),
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc
    .record(
      {
        destination_url: fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.constant(null)),
        tags: fc.anything(),
        title: fc.option(fc.string()),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value) ?? ''),
  fc.constantFrom('[', '{"__proto__":{}}', '{"constructor":{"prototype":{}}}', '['.repeat(100_000), '"\\ud800"'),
);
const headers = fc.record(
  {
    'x-api-key': fc.constantFrom('good', 'good', 'viewer', 'flood'),
    'content-type': fc.oneof(fc.constant('application/json'), header),
    'x-request-id': header,
    'if-match': header,
    'content-encoding': fc.constantFrom('identity', 'gzip'),
    accept: header,
    'accept-version': header,
    expect: header,
  },
  { requiredKeys: [] },
);

describe('any request', () => {
  it('gets no 5xx, and every failure has the one shape', async () => {
    const method = fc.constantFrom(
      'GET',
      'HEAD',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'TRACE',
      'QUERY',
      'PROPFIND',
    );
    await fc.assert(
      fc.asyncProperty(method, path, query, headers, fc.option(body), async (verb, where, search, sent, payload) => {
        const answer = await send(verb, where + search, sent, payload);
        expect(answer.status).toBeLessThan(500);
        expect(answer.headers['x-request-id']).toEqual(expect.any(String));
        if (answer.status < 400) return;
        expect(answer.headers['content-type']).toBe('application/problem+json');
        if (verb === 'HEAD') return;
        const problem = JSON.parse(answer.body) as { readonly code: string };
        expect(CODES.get(problem.code)?.status).toBe(answer.status);
        expect(problem).toMatchObject({
          status: answer.status,
          request_id: answer.headers['x-request-id'],
          errors: expect.any(Array),
        });
      }),
      { numRuns: 700 },
    );
  });
});
