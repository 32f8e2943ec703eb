import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@platform/config';
import type { CodeSample, DocumentTexts } from '@platform/http';
import { redirectRoutes } from './redirects';
import { PATH_PARAMETERS, TAGS } from './resources';
import { addWebhookEvents } from './webhook-events';

/** Written by the generator of the client libraries. */
const SAMPLES = join(__dirname, 'samples.json');

const DESCRIPTION = `Short links whose every change is an event.

**Credentials.** Send an API key or an access token as \`Authorization: Bearer …\`. A key may also be sent as
\`X-API-Key\`, or for testing as \`?api_key=\`. \`x-required-scope\` says what an operation needs: \`read\`,
\`write\`, \`keys\` (API keys), \`owner\`, or nothing (\`public\`).

**Request ids.** Every answer has an \`X-Request-Id\`. An id that you send in this header is kept if it has 1 to 128
letters, digits or any of \`_ . : -\`.

**Failures.** Every failure is \`application/problem+json\` with a stable \`code\`; \`GET /errors/{code}\` explains
each. A path that is not known is a 404 \`not_found\`, and a method that a path does not have is a 405
\`method_not_allowed\` with \`Allow\`.

**Repeats.** Send an \`Idempotency-Key\` with a write, and repeat the request after a failure: it is done once.

**Examples.** An example of an answer shows all its fields, also those that exclude each other: \`GET /v1/auth/me\` is
asked by a user or by an API key, never by both.

**Compatibility.** Within \`/v1\` operations, parameters, fields, values of enums and codes may be added. Clients
should ignore what they do not know.`;

/** What the gateway says of itself in its OpenAPI document. */
export const documentTextsOf = ({
  publicUrl,
  shortHosts,
}: Pick<Config, 'publicUrl' | 'shortHosts'>): DocumentTexts => ({
  title: 'Waymark',
  version: '1.0.0',
  description: DESCRIPTION,
  contact: { name: 'The operator of this installation', url: publicUrl },
  license: { name: 'Proprietary' },
  tags: TAGS,
  pathParameters: PATH_PARAMETERS,
  otherRoutes: redirectRoutes(`${new URL(publicUrl).protocol}//${shortHosts[0] ?? new URL(publicUrl).host}`),
  otherSchemas: addWebhookEvents,
  samples: () => JSON.parse(readFileSync(SAMPLES, 'utf8')) as Readonly<Record<string, readonly CodeSample[]>>,
});
