import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type OtlpCollector, startCollector } from '../../../../test/support/otlp-collector';
import { FROM_SOURCES } from '../../../../test/support/programs';
import { inSpan, startTracing, tracing } from '.';

const log = { warn: jest.fn(), error: jest.fn() };
const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('without a collector', () => {
  it('nothing is traced, and work is only done', async () => {
    const end = await startTracing({ endpoint: undefined, service: 'spec', log });
    expect(tracing()).toBeUndefined();
    await expect(inSpan('work', {}, async (span) => span)).resolves.toBeUndefined();
    await end();
  });

  it.each([
    ['undefined', '[]'],
    ["'http://127.0.0.1:1'", expect.stringContaining('sdk-trace-base') as string],
  ])('its packages are loaded only for one: %s', (endpoint, loaded) => {
    const script = `
      const { startTracing } = require(${JSON.stringify(join(__dirname, 'index.ts'))});
      startTracing({ endpoint: ${endpoint}, service: 'spec', log: console }).then(() => {
        const packages = Object.keys(require.cache).map((file) => /@opentelemetry.([\\w-]+)/.exec(file)?.[1]);
        console.log(JSON.stringify([...new Set(packages)].filter((name) => name && name !== 'api')));
        process.exit();
      });`;
    expect(
      execFileSync(process.execPath, [...FROM_SOURCES, '-e', script])
        .toString()
        .trim(),
    ).toEqual(loaded);
  });
});

describe('with a collector', () => {
  let collector: OtlpCollector;
  let end: () => Promise<void>;

  beforeEach(async () => {
    collector = await startCollector();
    end = await startTracing({ endpoint: `${collector.url}/`, service: 'spec', log });
  });
  afterEach(async () => {
    await end();
    await collector.close();
  });
  const collected = async () => {
    await end();
    return collector.spans();
  };

  it('a span belongs to the one in which it begins, across what is awaited', async () => {
    await inSpan('outer', { parent: PARENT }, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      await inSpan('inner', {}, async () => undefined);
    });
    const [inner, outer] = await collected();
    expect(outer).toMatchObject({ name: 'outer', service: 'spec', parentSpanId: 'b7ad6b7169203331' });
    expect(inner).toMatchObject({ name: 'inner', parentSpanId: outer?.spanId, traceId: outer?.traceId });
  });

  it('a failure is thrown, and shown by its class alone', async () => {
    const failing = inSpan('work', { parent: null }, () => Promise.reject(new TypeError('password=hunter2')));
    await expect(failing).rejects.toThrow('hunter2');
    const [span] = await collected();
    expect(span).toMatchObject({ failed: true, attributes: { 'error.type': 'TypeError' } });
    expect(collector.text()).not.toContain('hunter2');
  });

  it('the span of another process is continued, and its traceparent goes on', async () => {
    const seen = tracing()?.continuing(PARENT, () => [tracing()?.current(), tracing()?.begin('work').traceparent]);
    expect(seen?.[0]).toBe(PARENT);
    expect(seen?.[1]).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/);
  });

  it.each(['', 'x', PARENT.replace('00-', 'ff-'), PARENT.replace(/0af7\w+/, '0'.repeat(32)), PARENT.slice(0, -1)])(
    'a header that is no traceparent begins a trace: %j',
    (header) => {
      const begun = tracing()?.begin('work', { parent: header }).traceparent;
      expect(begun).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
      expect(begun).not.toContain('0af7651916cd43dd');
    },
  );

  it('what the sender does not record is not recorded', async () => {
    await inSpan('work', { parent: PARENT.replace(/01$/, '00') }, async (span) =>
      expect(span?.traceparent).toBeUndefined(),
    );
    expect(await collected()).toEqual([]);
  });

  it('a collector that refuses them is named in the log, without its address, and holds nothing up', async () => {
    await end();
    end = await startTracing({ endpoint: `${collector.url}/elsewhere`, service: 'spec', log });
    await expect(inSpan('work', {}, async () => 'done')).resolves.toBe('done');
    await end();
    expect(log.warn.mock.calls).toEqual([
      [{ cause: 'OTLPExporterError' }, 'spans could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT'],
    ]);
  });
});
