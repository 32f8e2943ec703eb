import { quietLog } from './quiet-log';

describe('the log of the store on EventStoreDB', () => {
  it("has each subscription's fault once a minute, however often it occurs", () => {
    const lines: string[] = [];
    let seconds = 0;
    const record = (detail: object, message: string): void =>
      void lines.push(`${seconds} ${message} ${JSON.stringify(detail)}`);
    const log = quietLog({ warn: record }, () => seconds * 1_000);
    for (; seconds < 70; seconds += 1) {
      log.warn({ categories: ['link'] }, 'lost');
      log.warn({ categories: ['apikey'] }, 'lost');
      log.warn({}, 'no heartbeat');
    }
    const each = (at: number) => [
      `${at} lost {"categories":["link"]}`,
      `${at} lost {"categories":["apikey"]}`,
      `${at} no heartbeat {}`,
    ];
    expect(lines).toEqual([...each(0), ...each(60)]);
  });
});
