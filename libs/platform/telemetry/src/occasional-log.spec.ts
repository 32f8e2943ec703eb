import { occasionalLog } from '.';

describe('an occasional log', () => {
  it('writes each message once in ten seconds, with the number of omissions', () => {
    const lines: unknown[] = [];
    let now = 0;
    const write = (fields: object, message: string) => lines.push([message, fields]);
    const log = occasionalLog({ error: write, warn: write }, () => now);
    for (let n = 0; n < 20_000; n += 1) log.warn({ n }, 'unknown');
    log.error({}, 'broken');
    now = 10_000;
    log.warn({ n: 1 }, 'unknown');
    log.warn({ n: 2 }, 'unknown');
    expect(lines).toEqual([
      ['unknown', { n: 0 }],
      ['broken', {}],
      ['unknown', { n: 1, left_out: 19_999 }],
    ]);
  });

  it('writes each kind of a message once in ten seconds', () => {
    const lines: unknown[] = [];
    const write = (fields: object) => lines.push(fields);
    const log = occasionalLog(
      { error: write, warn: write },
      () => 0,
      ({ route }: { route?: string }) => `${route}`,
    );
    for (let n = 0; n < 1_000; n += 1) for (const route of ['/login', '/links']) log.warn({ route }, 'failed');
    expect(lines).toEqual([{ route: '/login' }, { route: '/links' }]);
  });
});
