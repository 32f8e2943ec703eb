import { serversOf } from '.';

describe('serversOf', () => {
  it.each<readonly [string, string]>([
    ['postgres://waymark:hunter2@db:5432/waymark?password=hunter2@x', 'db:5432'],
    ['http://default:hunter%40@clickhouse:8123', 'clickhouse:8123'],
    ['http://clickhouse', 'clickhouse'],
    ['esdb://one:2113,two:2113?tls=false', 'one:2113,two:2113'],
    ['kurrentdb+discover://admin:hunter2@one:2113,two:2113/?tls=true', 'one:2113,two:2113'],
    ['postgresql://waymark:hunter2@%2Ftmp%2Fsocket:5432/waymark', '%2Ftmp%2Fsocket:5432'],
  ])('returns those of %s without account and settings', (url, servers) => {
    expect(serversOf(url)).toBe(servers);
  });

  it('returns none when there is no address', () => expect(serversOf(undefined)).toBeUndefined());
});
