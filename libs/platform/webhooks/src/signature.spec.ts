import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { signatureHeaders } from './signature';

const secretOf = (key: Uint8Array): string => `whsec_${Buffer.from(key).toString('base64')}`;
const [former, newest, foreign] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const body = JSON.stringify({ type: 'link.created', data: { title: 'Größe \u2028 \u{1f517}' } });
const signed = (secrets: readonly Uint8Array[], at = Date.now()): Record<string, string> => ({
  ...signatureHeaders({ id: 'evt_1', body, at, secrets }),
});

describe('a signature', () => {
  it('is accepted by the official verifier, by each of two secrets', () => {
    const headers = signed([newest, former]);
    for (const key of [newest, former])
      expect(new Webhook(secretOf(key)).verify(body, headers)).toEqual(JSON.parse(body));
  });

  it('is refused for another secret, body, id or time', () => {
    const verify =
      (text: string, headers: Record<string, string>, key = newest) =>
      () =>
        new Webhook(secretOf(key)).verify(text, headers);
    expect(verify(body, signed([newest]), foreign)).toThrow('No matching signature');
    expect(verify(`${body} `, signed([newest]))).toThrow('No matching signature');
    expect(verify(body, { ...signed([newest]), 'webhook-id': 'evt_2' })).toThrow('No matching signature');
    expect(verify(body, signed([newest], Date.now() - 3_600_000))).toThrow('too old');
  });
});
