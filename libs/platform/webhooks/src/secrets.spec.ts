import { randomBytes } from 'node:crypto';
import { type TestReadStore, insert, withReadStore } from '../../../../test/support/read-store';
import { adoptSecrets, mintSecret, type NewSecret, WebhookSecrets } from './secrets';
import { webhookSecrets } from './secrets.schema';

const PEPPER = 'p'.repeat(40);
const START = Date.parse('2026-11-22T12:00:00.000Z');
const HOUR = 3_600_000;

let test: TestReadStore;
let webhooks = 0;
const secrets = new WebhookSecrets(PEPPER);

beforeAll(async () => (test = await withReadStore([webhookSecrets])));
beforeEach(() => test.freeze(new Date(START)));
afterAll(() => test.close());

const newOwner = async () => ({ workspaceId: await test.workspace('pro'), webhookId: `whk_${(webhooks += 1)}` });
type Owner = Awaited<ReturnType<typeof newOwner>>;

const keep = async (
  owner: Owner,
  revision: bigint,
  secret = mintSecret(randomBytes),
  more: Partial<NewSecret> = {},
) => {
  const { rows } = await test.owner.query<{ now: Date }>('select waymark_now() as now');
  const since = rows[0]?.now.toISOString() ?? '';
  return test.store.inWorkspace(owner.workspaceId, (client) =>
    secrets.keep(client, { ...owner, revision, secret, since, ...more }),
  );
};
/** The secrets that sign deliveries of a webhook, as text. */
const signing = async ({ webhookId }: Owner, by = secrets) =>
  [...((await by.signing(test.store.system, [webhookId])).get(webhookId) ?? [])].map(
    (key) => `whsec_${Buffer.from(key).toString('base64')}`,
  );
const after = (milliseconds: number) => test.freeze(new Date(START + milliseconds));
const countKept = async ({ webhookId }: Owner) =>
  (await test.owner.query('select from webhook_secrets where webhook_id = $1', [webhookId])).rowCount;

/** The row of a webhook whose last event has a revision. */
const aWebhook = ({ workspaceId, webhookId }: Owner, revision: number) => {
  const at = new Date(START);
  const times = { enabled_at: at, secret_since: at, created_at: at, updated_at: at };
  const given = { url: 'https://a.example/', events: ['*'], filters: {}, active: true };
  return insert(test.owner, 'webhooks', { id: webhookId, workspace_id: workspaceId, ...given, ...times, revision });
};

describe('the secret of a webhook', () => {
  it('is 32 bytes as Standard Webhooks writes them', () => {
    expect(mintSecret(randomBytes)).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(mintSecret(randomBytes)).not.toBe(mintSecret(randomBytes));
  });

  it('signs until the next one has been made for 24 hours, to the millisecond', async () => {
    const owner = await newOwner();
    const first = await keep(owner, 0n);
    expect(await signing(owner)).toEqual([first]);
    await after(HOUR);
    const second = await keep(owner, 4n);
    expect(await signing(owner)).toEqual([second, first]);
    await after(25 * HOUR - 1);
    expect(await signing(owner)).toEqual([second, first]);
    await after(25 * HOUR);
    expect(await signing(owner)).toEqual([second]);
  });

  it('ends with the second rotation after it, and no more than two are kept', async () => {
    const owner = await newOwner();
    await keep(owner, 0n);
    const [second, third] = [await keep(owner, 1n), await keep(owner, 2n)];
    expect(await signing(owner)).toEqual([third, second]);
    expect(await countKept(owner)).toBe(2);
  });

  it('is the one of the newest event, in whatever order requests keep them', async () => {
    const owner = await newOwner();
    const [newer, older] = [await keep(owner, 3n), await keep(owner, 2n)];
    expect(await signing(owner)).toEqual([newer, older]);
  });

  it('stays what the first attempt of a request kept', async () => {
    const owner = await newOwner();
    const first = await keep(owner, 0n);
    expect(await keep(owner, 0n)).toBe(first);
    expect(await signing(owner)).toEqual([first]);
  });

  it('is in no column, and opens with the pepper and for its webhook alone', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const secret = await keep(owner, 0n);
    const { rows } = await test.owner.query<{ line: string }>(
      'select to_jsonb(s)::text as line from webhook_secrets s',
    );
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    for (const { line } of rows)
      expect([secret, key.toString('hex')].filter((text) => line.includes(text))).toEqual([]);
    await expect(signing(owner, new WebhookSecrets('q'.repeat(40)))).rejects.toThrow();
    await test.owner.query('update webhook_secrets set webhook_id = $2, workspace_id = $3 where webhook_id = $1', [
      owner.webhookId,
      other.webhookId,
      other.workspaceId,
    ]);
    await expect(signing(other)).rejects.toThrow();
    await test.owner.query('delete from webhook_secrets where webhook_id = $1', [other.webhookId]);
  });

  it('of a rotation that an adoption has undone signs until the next one, which gets a secret of its own', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    for (const one of [owner, other]) await aWebhook(one, 1);
    const [former, undone] = [await keep(owner, 1n), await keep(owner, 2n)];
    const others = [await keep(other, 1n), await keep(other, 0n)];
    for (let times = 0; times < 2; times += 1) await adoptSecrets(test.store.system);
    expect(await signing(owner)).toEqual([undone, former]);
    expect(await signing(other)).toEqual(others);
    const next = await keep(owner, 2n);
    expect(next).not.toBe(undone);
    expect(await signing(owner)).toEqual([next, undone]);
  });

  it('of several undone rotations is the last one, also where the webhook has been created alone', async () => {
    const owner = await newOwner();
    await aWebhook(owner, 0);
    const kept = [await keep(owner, 3n), await keep(owner, 5n)].toReversed();
    await adoptSecrets(test.store.system);
    expect(await signing(owner)).toEqual(kept);
    const next = await keep(owner, 1n);
    expect(await signing(owner)).toEqual([next, kept[0]]);
  });

  it('is seen and forgotten in its workspace alone', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    await keep(owner, 0n);
    const forget = (workspaceId: string, target: Owner) =>
      test.store.inWorkspace(workspaceId, (client) => secrets.forget(client, target));
    await forget(other.workspaceId, owner);
    expect(await countKept(owner)).toBe(1);
    await expect(keep(other, 0n, undefined, { workspaceId: owner.workspaceId })).rejects.toThrow('row-level security');
    await forget(owner.workspaceId, owner);
    expect([await countKept(owner), await signing(owner)]).toEqual([0, []]);
  });
});
