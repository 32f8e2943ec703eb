import { generateKeyPairSync } from 'node:crypto';
import { ACCESS_TOKEN_SECONDS, AccessTokens } from './access-tokens';

const NOW = Date.UTC(2026, 10, 21, 12);
const CLAIMS = { userId: 'usr_1', sessionId: 'ses_1', workspaceId: 'ws_1' };
const { privateKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const tokens = new AccessTokens({ id: 'k1', value: privateKey }, 'https://go.example.com');

describe('a gateway whose clock differs from that of the one that signed', () => {
  beforeEach(() => jest.useFakeTimers({ now: NOW, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  it.each([
    ['takes a fresh token one second behind', -1, true],
    ['takes a fresh token five seconds behind', -5, true],
    ['refuses a token of the future beyond that', -6, false],
    ['takes a token at the end of its life four seconds ahead', ACCESS_TOKEN_SECONDS + 4, true],
    ['refuses an expired token beyond that', ACCESS_TOKEN_SECONDS + 5, false],
  ])('%s', async (_, seconds, taken) => {
    const token = await tokens.sign(CLAIMS);
    jest.setSystemTime(NOW + seconds * 1_000);
    expect(await tokens.verify(token)).toEqual(
      taken ? { ok: true, claims: CLAIMS } : { ok: false, expired: seconds > 0 },
    );
  });
});
