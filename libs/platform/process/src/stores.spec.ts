import { StoreUnavailable } from '@kernel';
import { loadConfig } from '@platform/config';
import { createLogger } from '@platform/telemetry';
import { onceAvailable } from '.';

describe('onceAvailable', () => {
  const lines: string[] = [];
  const context = {
    config: loadConfig({ DATABASE_URL: 'postgres://waymark:hunter2@db:5432/waymark' }, { cwd: '/', requires: [] }),
    logger: createLogger({ level: 'info', destination: { write: (line) => void lines.push(line) } }),
    signal: new AbortController().signal,
  };

  it('tries until the database is up, and logs once which one is down and why', async () => {
    let attempts = 0;
    const attempt = async (): Promise<string> => {
      attempts += 1;
      if (attempts < 20)
        throw new StoreUnavailable('Postgres does not answer.', { cause: new Error('connect ECONNREFUSED') });
      return 'migrated';
    };
    expect(await onceAvailable(attempt, context, 0)).toBe('migrated');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        level: 'warn',
        time: expect.any(String),
        server: 'db:5432',
        cause: 'Postgres does not answer (connect ECONNREFUSED)',
        msg: 'the database is not available; trying again until it is',
      },
    ]);
  });
});
