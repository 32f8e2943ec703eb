import { Health } from '@platform/http';
import { watchHealth } from './watch-health';

describe('watchHealth', () => {
  it('logs ready once, when it is true, and nothing about what is still connecting', async () => {
    const watched = watching();
    watched.down('kafka');
    await watched.until(3);
    expect(watched.lines).toEqual([]);
    watched.up('kafka');
    await watched.until(120);
    expect(watched.lines).toEqual(['3.25 ready']);
  });

  it('logs by itself what is missing, at which server and why, in one line', async () => {
    const watched = watching();
    watched.down('kafka', new Error('no broker.\nNone.', { cause: new Error('ECONNREFUSED') }));
    await watched.until(10);
    expect(watched.lines).toEqual([
      '5 health check failed {"check":"kafka","server":"kafka:9092","cause":"no broker. ' +
        'None (ECONNREFUSED)","for_s":0}',
      '5 not ready {"checks":["kafka"]}',
    ]);
  });

  it('logs the first ready also after a failure', async () => {
    const watched = watching();
    watched.down('kafka');
    await watched.until(20);
    watched.up('kafka');
    await watched.until(60);
    expect(watched.lines.slice(2)).toEqual(['21 health check passes again {"check":"kafka","for_s":16}', '21 ready']);
  });

  it('logs each change once, however many probes there are', async () => {
    const watched = watching();
    await watched.until(10);
    watched.down('kafka');
    for (let probe = 0; probe < 50; probe += 1) await watched.health.readiness();
    watched.up('kafka');
    for (let probe = 0; probe < 50; probe += 1) await watched.health.readiness();
    await watched.until(120);
    expect(watched.lines).toEqual([
      '0 ready',
      '10 health check failed {"check":"kafka","server":"kafka:9092","cause":"down","for_s":0}',
      '10 not ready {"checks":["kafka"]}',
      '10 health check passes again {"check":"kafka","for_s":0}',
      '10 ready again {"for_s":0}',
    ]);
  });

  it('repeats a lasting failure once a minute', async () => {
    const watched = watching();
    watched.down('event_store');
    await watched.until(130);
    expect(watched.lines).toEqual([
      '0 ready',
      ...[5, 65, 125].map((at) => `${at} health check failed {"check":"event_store","cause":"down","for_s":${at - 5}}`),
    ]);
  });

  it('stays ready without an optional dependency, and logs when it is back', async () => {
    const watched = watching();
    await watched.until(10);
    watched.down('event_store');
    await watched.until(20);
    watched.up('event_store');
    await watched.until(30);
    expect(watched.lines).toEqual([
      '0 ready',
      '15 health check failed {"check":"event_store","cause":"down","for_s":0}',
      '25 health check passes again {"check":"event_store","for_s":10}',
    ]);
  });

  it('logs once what an operator must mend, though another fault was logged before', async () => {
    const watched = watching();
    await watched.until(10);
    watched.down('event_store');
    await watched.until(20);
    watched.down('event_store', new ToMend('Put the right one back.'));
    await watched.until(300);
    expect(watched.lines.map((line) => line.replace(/^\S+ /, ''))).toEqual([
      'ready',
      'health check failed {"check":"event_store","cause":"down","for_s":0}',
      'health check failed {"check":"event_store","cause":"Put the right one back","for_s":10}',
      'not ready {"checks":["event_store"]}',
    ]);
  });

  it('logs nothing more once it is asked to end', async () => {
    const watched = watching();
    await watched.until(10);
    watched.stop();
    watched.down('kafka');
    await watched.health.readiness();
    await watched.ended;
    expect(watched.lines).toEqual(['0 ready']);
  });

  it('logs stacks at the debug level only', async () => {
    const watched = watching();
    const error = new Error('down');
    watched.down('kafka', error);
    await watched.until(60);
    expect(watched.debugged).toEqual([{ check: 'kafka', err: error }]);
    expect(watched.lines.join()).not.toContain(' at ');
  });
});

class ToMend extends Error {}

/**
 * A process that depends on kafka and watches event_store, with a clock of its own; each line begins with its second.
 */
const watching = () => {
  const [lines, debugged]: [string[], object[]] = [[], []];
  const faults = new Map<string, Error>();
  const stopping = new AbortController();
  const health = new Health();
  let seconds = 0;
  let sleeper: { readonly wakesAt: number; wake(): void } | undefined;
  const check = (name: string) => async (): Promise<void> => {
    const fault = faults.get(name);
    if (fault) throw fault;
  };
  health.register('kafka', check('kafka'), { server: 'kafka:9092' });
  const explain = (error: unknown) => (error instanceof ToMend ? { vital: true, detail: error.message } : undefined);
  health.watch('event_store', check('event_store'), { explain });
  const record = (fields: object, message: string): void =>
    void lines.push(`${seconds} ${message} ${JSON.stringify(fields)}`);
  const ended = watchHealth({
    health,
    signal: stopping.signal,
    now: () => seconds * 1_000,
    log: { info: record, warn: record, debug: (fields) => void debugged.push(fields) },
    onReady: () => void lines.push(`${seconds} ready`),
    pause: (ms) => new Promise<void>((wake) => (sleeper = { wakesAt: seconds + ms / 1_000, wake })),
  });
  /** Advances the time, and runs each poll that is due in it. */
  const until = async (end: number): Promise<void> => {
    for (;;) {
      while (!sleeper) await new Promise(setImmediate);
      if (sleeper.wakesAt > end) break;
      seconds = sleeper.wakesAt;
      const { wake } = sleeper;
      sleeper = undefined;
      wake();
    }
    seconds = end;
  };
  return {
    health,
    lines,
    debugged,
    ended,
    until,
    down: (name: string, fault = new Error('down')): void => void faults.set(name, fault),
    up: (name: string): void => void faults.delete(name),
    stop: (): void => {
      stopping.abort();
      sleeper?.wake();
    },
  };
};
