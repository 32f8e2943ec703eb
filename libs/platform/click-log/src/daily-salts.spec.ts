import { readdirSync } from 'node:fs';
import { openDailySalts } from './daily-salts';
import { tempFolders } from '../../../../test/support/temp-folders';

const folder = tempFolders();
const NOON = Date.UTC(2025, 2, 1, 12);
const HOUR_MS = 3_600_000;

describe('daily salts', () => {
  it('are the same for two redirectors and after a restart, and differ by day and by secret', () => {
    const directory = folder();
    const open = (secret: string) => {
      const salts = openDailySalts({ directory, secret, now: () => NOON });
      salts.close();
      return Buffer.from(salts.of('2025-03-01')).toString('hex');
    };
    expect(open('s')).toBe(open('s'));
    expect(open('s')).not.toBe(open('t'));
    const salts = openDailySalts({ directory, secret: 's', now: () => NOON });
    expect(Buffer.from(salts.of('2025-03-01'))).not.toEqual(Buffer.from(salts.of('2025-03-02')));
    salts.close();
  });

  it('are deleted from the disk 48 hours after their day began, and not before', () => {
    const directory = folder();
    let now = NOON;
    const salts = openDailySalts({ directory, secret: 's', now: () => now });
    salts.of('2025-03-01');
    now = Date.UTC(2025, 2, 3) - 1;
    salts.sweep();
    expect(readdirSync(directory)).toEqual(['2025-03-01']);
    now += 1;
    salts.sweep();
    expect(readdirSync(directory)).toEqual([]);
    now += 12 * HOUR_MS;
    salts.close();
  });
});
