import { createSample, type Sample } from '../../../../test/support/http-sample';
import { Health, type Round } from '.';

describe('Health', () => {
  it('is ready when every check passes, and names a failing check without its cause', async () => {
    const health = new Health();
    health.register('postgres', async () => 1);
    expect(await health.readiness()).toEqual({
      ready: true,
      checks: { postgres: { status: 'ok', duration_ms: expect.any(Number) } },
    });
    health.register('kafka', () => Promise.reject(new Error('hunter2')));
    health.register('index', () => {
      throw new Error('closed');
    });
    expect(await health.readiness()).toMatchObject({
      ready: false,
      checks: { postgres: { status: 'ok' }, kafka: { status: 'failed' }, index: { status: 'failed' } },
    });
    expect(JSON.stringify(await health.readiness())).not.toContain('hunter2');
  });

  it('shows optional checks, and is ready without them', async () => {
    const health = new Health();
    health.register('postgres', async () => 1);
    health.watch('clickhouse', () => Promise.reject(new Error('down')));
    expect(await health.readiness()).toMatchObject({
      ready: true,
      checks: { postgres: { status: 'ok' }, clickhouse: { status: 'failed' } },
    });
  });

  it('says what an operator must mend, and is not ready meanwhile where the check says so', async () => {
    const health = new Health();
    const lost = new Error('it is another one');
    const check = (vital: boolean) => ({
      explain: (error: unknown) => (error === lost ? { vital, detail: 'Put the right one back.' } : undefined),
    });
    health.watch('store', () => Promise.reject(lost), check(false));
    expect(await health.readiness()).toMatchObject({ ready: true, detail: 'Put the right one back.' });
    health.watch('store', () => Promise.reject(lost), check(true));
    expect(await health.readiness()).toMatchObject({ ready: false, detail: 'Put the right one back.' });
    health.watch('store', () => Promise.reject(new Error('hunter2')), check(true));
    expect(await health.readiness()).toEqual({
      ready: true,
      checks: { store: { status: 'failed', duration_ms: expect.any(Number) as number } },
    });
  });

  it('limits each check to its own time', async () => {
    const health = new Health();
    health.register('hung', () => new Promise(() => undefined), { timeout: 20 });
    health.register('fine', async () => 1, { timeout: 5_000 });
    expect(await health.readiness()).toMatchObject({
      ready: false,
      checks: { hung: { status: 'failed' }, fine: { status: 'ok' } },
    });
  });

  it('runs one round of checks for concurrent probes', async () => {
    let rounds = 0;
    const health = new Health();
    health.register('counted', async () => (rounds += 1));
    await Promise.all([health.readiness(), health.readiness(), health.readiness()]);
    expect(rounds).toBe(1);
    await health.readiness();
    expect(rounds).toBe(2);
  });

  it('reports each round to its followers, with servers and causes, until it drains', async () => {
    const health = new Health();
    const rounds: Round[] = [];
    const down = new Error('down');
    health.follow((round) => rounds.push(round));
    health.register('postgres', async () => 1, { server: 'db:5432' });
    health.watch('kafka', () => Promise.reject(down), { server: 'kafka:9092' });
    await health.readiness();
    expect(rounds).toEqual([
      { ready: true, failed: [{ name: 'kafka', vital: false, server: 'kafka:9092', error: down }] },
    ]);
    health.drain();
    expect((await health.readiness()).ready).toBe(false);
    expect(rounds).toHaveLength(1);
  });
});

describe('/health', () => {
  let sample: Sample;
  beforeAll(async () => {
    sample = await createSample();
    await sample.app.init();
  });
  afterAll(() => sample.app.close());

  it('is live whatever its dependencies do, and ready only with all of them', async () => {
    sample.app.get(Health).register('postgres', async () => undefined);
    const ready = await sample.app.inject('/health/ready');
    expect([ready.statusCode, ready.json()]).toEqual([
      200,
      { status: 'ok', checks: { postgres: { status: 'ok', duration_ms: expect.any(Number) } } },
    ]);
    sample.app.get(Health).register('postgres', () => Promise.reject(new Error('down')));
    const failing = await sample.app.inject('/health/ready');
    expect([failing.statusCode, failing.json()]).toEqual([
      503,
      expect.objectContaining({
        code: 'unavailable',
        checks: { postgres: { status: 'failed', duration_ms: expect.any(Number) } },
      }),
    ]);
    expect((await sample.app.inject('/health/live')).statusCode).toBe(200);
  });

  it('logs no failure for the probes of balancers', async () => {
    sample.app.get(Health).register('postgres', () => Promise.reject(new Error('down')));
    sample.logs.length = 0;
    for (let n = 0; n < 3; n += 1) expect((await sample.app.inject('/health/ready')).statusCode).toBe(503);
    expect(sample.logs.filter((line) => !line.includes('"msg":"request"'))).toEqual([]);
    expect(sample.logs.join()).not.toContain('stack');
  });
});
