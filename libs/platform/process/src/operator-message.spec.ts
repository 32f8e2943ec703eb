import { operatorMessage } from './operator-message';

/** As Node makes them. */
const failure = (code: string, more: object): Error =>
  Object.assign(new Error(`${code}: it failed`), { code, ...more });

describe('what an operator is told', () => {
  it.each([
    [{ code: 'EADDRINUSE', port: 9464 }, /^Port 9464 is taken by another program\..* METRICS_PORT/],
    [{ code: 'EACCES', syscall: 'listen', port: 80 }, /^Port 80 takes rights that this user does not have\./],
    [
      { code: 'EACCES', syscall: 'mkdir', path: '/data' },
      /must be a folder that this user can write; DATA_DIR names it/,
    ],
    [
      { code: 'ENOENT', syscall: 'mkdir', path: '/data' },
      /must be a folder that this user can write; DATA_DIR names it/,
    ],
    [
      { code: 'EIO', syscall: 'access', path: '/data/postgres/PG_VERSION' },
      /^EIO: it failed\. The disk has failed there/,
    ],
  ])('is a sentence for %j', ({ code, ...more }, sentence) => {
    expect(operatorMessage(failure(code, more))).toMatch(sentence);
  });

  it.each([
    { code: 'ENOENT', syscall: 'open', path: '/data/x' },
    { code: 'EACCES', syscall: 'listen' },
  ])('is nothing for a fault of ours: %j', ({ code, ...more }) => {
    expect(operatorMessage(failure(code, more))).toBeUndefined();
  });
});
