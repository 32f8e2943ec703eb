import { createHmac } from 'node:crypto';
import { type Received, type WebhookReceiver, startReceiver } from '../../support/webhook-receiver';

/** A receiver for the tests of a file. */
export const useReceiver = (): WebhookReceiver => {
  const receiver = {} as WebhookReceiver;
  beforeAll(async () => void Object.assign(receiver, await startReceiver()));
  afterAll(() => receiver.close());
  return receiver;
};

/** The signatures that secrets make of what was received, as Standard Webhooks says, in the order of the secrets. */
export const signaturesBy = (secrets: readonly string[], { headers, body }: Received): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
      return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    })
    .join(' ');
