import { api } from '../../support/waymark';
import { type ApiKey, UNUSED_KEY } from '../support/records';
import { checkOf } from '../support/tokens';
import { useWorkspace } from '../support/workspace';
import { useOneDay } from '../support/clicks';

type Created = ApiKey & { readonly key: string };

describe('POST /v1/api-keys', () => {
  const workspace = useWorkspace();
  useOneDay();
  const create = (body: object) => workspace.post<Created>('/v1/api-keys', body);

  it('answers with the whole record and, only once, the key', async () => {
    const { status, body, headers } = await create({ name: ' CI ', scope: 'Read + Write' });
    expect(status).toBe(201);
    expect(headers).toMatchObject({ location: `/v1/api-keys/${body.id}`, 'cache-control': 'no-store' });
    expect(body).toEqual({
      ...UNUSED_KEY,
      id: expect.stringMatching(/^key_[0-9A-Za-z]+$/),
      name: 'CI',
      scope: 'Read + Write',
      start: body.key.slice(0, 13),
      expiration: null,
      created_at: expect.stringMatching(/Z$/),
      created_by: { type: 'api_key', id: expect.stringMatching(/^key_/) },
      rotated_from: null,
      workspace_id: workspace.id,
      key: expect.any(String),
    });
  });

  it('makes unique tokens of svc_live_, 43 characters and a checksum', async () => {
    const keys = await Promise.all(Array.from({ length: 10 }, () => create({ name: 'x', scope: 'read' })));
    for (const {
      body: { key },
    } of keys) {
      expect(key).toMatch(/^svc_live_[0-9A-Za-z]{49}$/);
      expect(key.slice(-6)).toBe(checkOf(key.slice(0, -6)));
    }
    expect(new Set(keys.map(({ body }) => body.key)).size).toBe(10);
  });

  it('works from the moment it is answered', async () => {
    for (let n = 0; n < 20; n += 1) {
      const { body } = await create({ name: `n${n}`, scope: 'read_write' });
      expect(
        (await api(workspace.product, body.key).post('/v1/links', { destination_url: 'https://example.com' })).status,
      ).toBe(201);
    }
  });

  it.each([
    ['Read', 'Read'],
    ['read', 'Read'],
    ['READ', 'Read'],
    ['Read + Write', 'Read + Write'],
    ['read + write', 'Read + Write'],
    ['Read+Write', 'Read + Write'],
    ['read_write', 'Read + Write'],
    ['READ_WRITE', 'Read + Write'],
    ['read+write', 'Read + Write'],
  ])('takes %s as scope %s', async (scope, expected) =>
    expect((await create({ name: 'x', scope })).body.scope).toBe(expected),
  );

  it.each([
    ['a date, valid to its end', '2099-01-31', '2099-02-01T00:00:00.000Z'],
    ['the last of February', '2096-02-29', '2096-03-01T00:00:00.000Z'],
    ['a timestamp', '2099-01-31T10:20:30Z', '2099-01-31T10:20:30.000Z'],
    ['another zone', '2099-01-31T10:20:30.5+02:00', '2099-01-31T08:20:30.500Z'],
    ['null', null, null],
    ['the last day of all', '9999-12-31', '9999-12-31T23:59:59.999Z'],
  ])('takes %s as expiration', async (_, expiration, expected) =>
    expect((await create({ name: 'x', scope: 'read', expiration })).body.expiration).toBe(expected),
  );

  it('takes today as expiration: the key is valid to the end of the day', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const { status, body } = await create({ name: 'x', scope: 'read', expiration: today });
    expect([status, body.status, body.expiration]).toEqual([
      201,
      'active',
      new Date(Date.parse(today) + 86_400_000).toISOString(),
    ]);
  });
});
