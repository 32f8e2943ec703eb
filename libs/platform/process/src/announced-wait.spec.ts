import { announcedWait } from './announced-wait';

describe('a wait that is logged', () => {
  const lines: string[] = [];
  let seconds = 0;
  const log = { info: (_: object, message: string) => void lines.push(`${seconds} ${message}`) };
  const wait = () => announcedWait(log, { waiting: 'waiting', done: 'there' }, () => seconds * 1_000);
  beforeEach(() => {
    lines.length = 0;
    seconds = 0;
  });

  it('is mentioned at once, every 10 s, and once when it is over', () => {
    const announced = wait();
    for (; seconds < 25; seconds += 0.5) announced.failed(new Error('down'));
    announced.over();
    announced.over();
    expect(lines).toEqual(['0 waiting', '10 waiting', '20 waiting', '25 there']);
  });

  it('is not mentioned when the first attempt succeeds', () => {
    wait().over();
    expect(lines).toEqual([]);
  });
});
