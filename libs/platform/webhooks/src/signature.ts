import { createHmac } from 'node:crypto';

export interface Signed {
  /** The body's `id`. */
  readonly id: string;
  readonly body: string;
  /** When the attempt begins, in milliseconds since 1970. */
  readonly at: number;
  /** The bytes after `whsec_`, decoded; a rotated webhook has two of them for a day. */
  readonly secrets: readonly Uint8Array[];
}

/** The headers of Standard Webhooks: a receiver accepts any one of the signatures. */
export const signatureHeaders = ({ id, body, at, secrets }: Signed): Readonly<Record<string, string>> => {
  const timestamp = Math.floor(at / 1_000);
  const signatureBy = (secret: Uint8Array): string =>
    `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map(signatureBy).join(' '),
  };
};
