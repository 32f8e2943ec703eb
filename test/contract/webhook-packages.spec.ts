import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../support/programs';
import { type WebhookEngine, withWebhookEngine } from '../support/webhook-engine';
import { type Received, type WebhookReceiver, startReceiver, withStatus } from '../support/webhook-receiver';

type Headers = Record<string, string>;

interface Delivery {
  readonly secret: string;
  readonly headers: Headers;
  readonly body: string;
}

/** What a package says of a delivery: the id of its event, or why it refuses it. */
type Verdict = { readonly id: string } | { readonly refused: string };

const python = (args: readonly string[], input = '') => spawnSync('python3', args, { input, encoding: 'utf8' });

/** Why deliveries cannot be verified in Python here, or undefined. */
const skipReason = (): string | undefined => {
  if (python(['--version']).status !== 0) return 'python3 is not installed';
  if (python(['-c', 'import standardwebhooks']).status !== 0)
    return 'python3 has no package standardwebhooks: pip install standardwebhooks';
  return undefined;
};

const inPython = (deliveries: readonly Delivery[]): readonly Verdict[] => {
  const program = join(__dirname, '..', 'fixtures', 'verify-webhook.py');
  const { status, stdout, stderr } = python([program], JSON.stringify(deliveries));
  if (status !== 0) throw new Error(`python3 ended with ${status}: ${stderr}`);
  const lines = stdout.trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Verdict);
};

const inNode = (deliveries: readonly Delivery[]): readonly Verdict[] =>
  deliveries.map(({ secret, headers, body }) => {
    try {
      return { id: (new Webhook(secret).verify(body, headers) as { id: string }).id };
    } catch (error) {
      return { refused: String(error) };
    }
  });

const reason = skipReason();
const PACKAGES = [['npm', inNode] as const, ...(reason ? [] : [['PyPI', inPython] as const])];

describe.each(PACKAGES)('the official standardwebhooks package of %s', (_, verify) => {
  let engine: WebhookEngine;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    [engine, receiver] = [await withWebhookEngine(), await startReceiver()];
    engine.start();
  });
  afterAll(async () => {
    await receiver.close();
    await engine.close();
  });

  const headersOf = ({ headers }: Received): Headers =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

  it('accepts every attempt of every delivery, and none that was changed or is for another secret', async () => {
    const workspace = engine.workspaceId();
    const { secret } = await engine.webhook(workspace, receiver.url('/all'));
    const other = await engine.webhook(workspace, receiver.url('/other'));
    receiver.answer('/all', withStatus(500));
    await engine.link(workspace);
    await eventually(() => expect(receiver.at('/all').length).toBeGreaterThanOrEqual(2));
    receiver.answer('/all', withStatus(204));
    await engine.link(workspace, 3);
    await engine.moveClock(10_000);
    // The creation of the other webhook, two links and three edits; two of them were refused at least once.
    await eventually(() => {
      expect(new Set(receiver.events('/all').map(({ id }) => id)).size).toBe(6);
      expect(receiver.at('/all').length).toBeGreaterThanOrEqual(8);
    });
    const received = receiver.at('/all');
    const deliveries = received.map((one) => ({ secret, headers: headersOf(one), body: one.body }));
    expect(verify(deliveries)).toEqual(deliveries.map(({ headers }) => ({ id: headers['webhook-id'] })));
    const [first] = deliveries as [Delivery];
    const changed: readonly Delivery[] = [
      { ...first, secret: other.secret },
      { ...first, body: first.body.replace('{', '{ ') },
      { ...first, headers: { ...first.headers, 'webhook-id': 'evt_1' } },
      { ...first, headers: { ...first.headers, 'webhook-timestamp': '1' } },
    ];
    for (const verdict of verify(changed)) expect(verdict).toEqual({ refused: expect.any(String) as unknown });
  });
});

if (reason)
  describe.skip(`the official standardwebhooks package of PyPI, skipped: ${reason}`, () =>
    it('is not at hand', () => undefined));
