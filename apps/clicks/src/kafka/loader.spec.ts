import { createEnricher } from '@contexts/clicks';
import { blockMessage } from '@platform/click-log';
import type { Incoming } from '@platform/kafka';
import { openGeoIp } from '@platform/geoip';
import { SourceCounters } from './counters';
import { KafkaLoader } from './loader';
import { aClick, encode } from '../../../../test/support/click-pipeline';
import { quiet } from '../../../../test/support/read-store';

describe('the loader of clicks from Kafka', () => {
  const source = '0m000000a0011223344';
  const block = (first: number, last: number): Incoming =>
    ({
      ...blockMessage({
        name: `${source}-${first}-${last}`,
        source,
        records: Array.from({ length: last - first + 1 }, (_, n) => ({
          seq: first + n,
          payload: Buffer.from(encode(aClick())),
        })),
      }),
      topic: 'waymark.clicks',
      partition: 0,
      offset: '0',
      key: Buffer.from(source),
      headers: new Map([['type', 'block']]),
    }) as unknown as Incoming;

  it('inserts no block again whose last clicks were deleted after it was loaded', async () => {
    const inserted: string[] = [];
    const signal = new AbortController().signal;
    const loader = new KafkaLoader({
      enrich: createEnricher(openGeoIp({ log: quiet })),
      client: {
        // Of a block with the clicks 1 to 10, the last two belonged to a workspace that is gone.
        rows: () => Promise.resolve([{ source, last: '8' }]),
        insertEncoded: (target: string) => Promise.resolve(void inserted.push(target)),
      } as never,
      counters: new SourceCounters(() => ({ resume: () => Promise.resolve({}), count: () => Promise.resolve() })),
      watermarks: { advance: () => undefined } as never,
      stateDirectory: '',
      log: quiet,
      signal,
    });
    await loader.handle([block(1, 10), block(11, 12)]);
    expect(inserted).toEqual([expect.stringContaining(`'${source}-11-12'`)]);
  });
});
