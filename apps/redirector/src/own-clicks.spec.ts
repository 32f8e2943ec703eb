import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder } from '../../../test/support/programs';
import { demandOwnClicks, sentFile } from './own-clicks';

const folder = testFolder();
let made = 0;

const dataDir = (...files: readonly string[]): string => {
  const directory = join(folder, String((made += 1)));
  mkdirSync(join(directory, 'analytics'), { recursive: true });
  for (const file of files) writeFileSync(join(directory, file), '{}');
  return directory;
};

describe('the clicks of a redirector that sends them to Kafka', () => {
  it('never include those that standalone has counted', () => {
    const directory = dataDir('analytics/clickhouse-loader.json');
    expect(() => demandOwnClicks(directory)).toThrow(`DATA_DIR ${directory} holds clicks that standalone has counted`);
  });

  it('may be in a new folder, or in one that it has sent from before', () => {
    expect(() => demandOwnClicks(dataDir())).not.toThrow();
    const own = dataDir('analytics/clickhouse-loader.json', 'clicks-sent.json');
    expect([sentFile(own), demandOwnClicks(own)]).toEqual([join(own, 'clicks-sent.json'), undefined]);
  });
});
