import { Clients } from './clients';

const PROXY = '172.18.0.2';

describe('the client of a request', () => {
  const warnings: string[] = [];
  const clients = new Clients({ warn: (_, message) => void warnings.push(message) });
  const of = (forwarded: string | undefined, ip: string, ips?: string[]) =>
    clients.of({ headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }, ip, ...(ips && { ips }) });

  it('is the peer, or whom a trusted proxy names', () => {
    expect(of(undefined, '198.51.100.7')).toEqual({ network: '198.51.100.7' });
    expect(of('198.51.100.7', '198.51.100.7', [PROXY, '198.51.100.7'])).toEqual({ network: '198.51.100.7' });
    expect(of('nonsense', PROXY)).toEqual({ network: PROXY });
    expect(warnings).toEqual([]);
  });

  it('is, behind a proxy that nobody trusts, the nearest one that it names, and the proxy, with one warning', () => {
    expect(of('203.0.113.9, 198.51.100.7', PROXY)).toEqual({ network: `198.51.100.7 by ${PROXY}`, proxy: PROXY });
    expect(of('198.51.100.7:51034', PROXY)).toEqual({ network: `198.51.100.7 by ${PROXY}`, proxy: PROXY });
    expect(of('2001:db8:0:1::5', PROXY, [PROXY]).network).toBe(`2001:db8:0:1 by ${PROXY}`);
    expect(warnings).toEqual([expect.stringContaining('TRUST_PROXY')]);
  });
});
