import type { InjectOptions } from 'fastify';
import { createLogger } from '@platform/telemetry';
import { createSample } from '../../../test/support/http-sample';
import type { Caller } from './caller';
import { type Repeat, registerIdempotency } from './idempotency';

type Ours = Extract<Repeat, { kind: 'ours' }>;

const lease = { key: 'row', commandId: '01934d71-f53b-7c1c-9d3a-58bc0da2d573' };
const secrets = {
  hash: () => Buffer.alloc(32),
  bytesFor: () => Buffer.alloc,
  seal: () => Buffer.alloc(0),
};
const ours = { kind: 'ours', lease, secrets, bodyHash: null } as unknown as Ours;

/** What becomes of the key of a request that is answered. */
const settled = async (sent: InjectOptions): Promise<readonly [status: number, fate: string]> => {
  const { app } = await createSample();
  const fastify = app.getHttpAdapter().getInstance();
  const fates: string[] = [];
  const settling = (fate: string) => async () => void fates.push(fate);
  fastify.addHook('preHandler', async (request) => {
    Object.assign(request, { repeat: ours, caller: {} as Caller });
  });
  registerIdempotency(fastify, {
    authorizer: {
      authorize: () => Promise.reject(new Error('it is not asked')),
      confirm: () => Promise.reject(new Error('it is not asked')),
      completeIdempotent: settling('stored'),
      releaseIdempotent: settling('released'),
      forgetIdempotent: settling('forgotten'),
      renewIdempotent: () => Promise.resolve(true),
    },
    logger: createLogger({ level: 'silent' }),
  });
  await app.init();
  const { statusCode } = await app.inject(sent);
  await app.close();
  return [statusCode, fates.join(' ')];
};

describe('the answer of a request with an Idempotency-Key', () => {
  it.each([
    ['conflict', 409, 'stored'],
    ['stale', 412, 'stored'],
    ['race', 409, 'released'],
    ['store', 503, 'released'],
    ['unexpected', 500, 'released'],
    ['invalid', 400, 'forgotten'],
    ['limited', 429, 'forgotten'],
    ['unfinished', 429, 'released'],
  ])('that is a failure, %s: %i, is %s', async (kind, status, fate) => {
    expect(await settled({ url: `/v1/failures/${kind}` })).toEqual([status, fate]);
  });

  it.each([
    [200_000, 'stored'],
    [300_000, 'released'],
  ])('that has %i characters is %s', async (length, fate) => {
    const payload = { destination_url: 'https://example.com/', title: 'x'.repeat(length) };
    const sent = { method: 'POST', url: '/v1/links', headers: { 'x-api-key': 'good' }, payload } as const;
    expect(await settled(sent)).toEqual([201, fate]);
  });
});
