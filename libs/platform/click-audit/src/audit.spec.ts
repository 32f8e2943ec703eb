import { join } from 'node:path';
import type { Block } from '@platform/click-log';
import { testFolder } from '../../../../test/support/programs';
import { type AuditResult, runAudit } from './index';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const folder = testFolder();
const silent = { warn: () => undefined, error: () => undefined };

/** What the first round of an audit finds of three clicks of this age, of which ClickHouse has none. */
const audited = async (keptDays: number, ageMs: number): Promise<AuditResult | undefined> => {
  const stop = new AbortController();
  const payload = Buffer.from(String(Date.now() - ageMs));
  const block: Block = {
    name: 'block',
    source: 'source',
    records: [1, 2, 3].map((seq) => ({ seq, payload })),
    checkpoint: { source: { segment: 1, offset: 9 } },
  };
  const blocks = async function* () {
    yield block;
  };
  let found: AuditResult | undefined;
  await runAudit({
    stateFile: join(folder, `${keptDays}-${ageMs}.json`),
    client: { rows: async () => [] },
    due: async () => ({ blocks: blocks(), aside: () => 0 }),
    timeOf: (text) => Number(text),
    keptDays,
    log: silent,
    signal: stop.signal,
    onResult: (result) => {
      found = result;
      stop.abort();
    },
  });
  return found;
};

describe('an audit of clicks that are kept for some days', () => {
  it.each([1, 2])('looks up those that are certainly kept, also of the last of %d days', async (days) => {
    expect(await audited(days, MINUTE_MS)).toMatchObject({ checked: 3, missing: 3 });
    expect(await audited(days, days * 24 * HOUR_MS - 2 * HOUR_MS)).toMatchObject({ checked: 3, missing: 3 });
  });

  it('takes none for missing that may be removed meanwhile', async () =>
    expect(await audited(1, 24 * HOUR_MS - HOUR_MS / 2)).toMatchObject({ checked: 3, missing: 0 }));
});
