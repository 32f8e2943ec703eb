import { given, someMetadata } from '@kernel/testing';
import { canonicalHostname, isWithin } from './canonical-hostname';
import { challengeOf, provesToken } from './challenge';
import { type HostnameCommand, type HostnameEvent, hostnameDecider } from './hostname';

const hostname = 'go.brand.example';
const claimed: HostnameEvent = { type: 'HostnameClaimed', data: { hostname, domain_id: 'dom_a' } };
const claim = (domain_id: string, gone?: string): HostnameCommand => ({
  type: 'ClaimHostname',
  data: { hostname, domain_id, ...(gone !== undefined && { gone }) },
});
const release = (domain_id: string): HostnameCommand => ({ type: 'ReleaseHostname', data: { hostname, domain_id } });

describe('a hostname', () => {
  it('is claimed once', () => {
    given(hostnameDecider, []).when(claim('dom_a')).then([claimed]);
    given(hostnameDecider, [claimed]).when(claim('dom_a')).thenNothing();
  });

  it('is not taken from its holder', () =>
    given(hostnameDecider, [claimed]).when(claim('dom_b')).thenRejected('conflict', 'domain_in_use'));

  it('goes to another domain once its holder is found gone', () =>
    given(hostnameDecider, [claimed])
      .when(claim('dom_b', 'dom_a'))
      .then([{ type: 'HostnameTransferred', data: { hostname, domain_id: 'dom_b', from_domain_id: 'dom_a' } }]));

  it('stays where it is when another holder than the present one was found gone', () => {
    const transferred: HostnameEvent = {
      type: 'HostnameTransferred',
      data: { hostname, domain_id: 'dom_c', from_domain_id: 'dom_a' },
    };
    given(hostnameDecider, [claimed, transferred])
      .when(claim('dom_b', 'dom_a'))
      .thenRejected('conflict', 'domain_in_use');
  });

  it('is released by its holder alone', () => {
    const released: HostnameEvent = { type: 'HostnameReleased', data: { hostname, domain_id: 'dom_a' } };
    given(hostnameDecider, [claimed]).when(release('dom_a')).then([released]);
    given(hostnameDecider, [claimed]).when(release('dom_b')).thenNothing();
    given(hostnameDecider, [claimed, released])
      .when(claim('dom_b'))
      .then([{ type: 'HostnameClaimed', data: { hostname, domain_id: 'dom_b' } }]);
    expect(
      hostnameDecider.evolve(
        null,
        { type: 'HostnameReleased', data: { hostname, domain_id: 'dom_b' } },
        someMetadata(),
      ),
    ).toBeNull();
  });
});

describe('the canonical form of a hostname', () => {
  it.each([
    ['go.brand.example', 'go.brand.example'],
    ['Go.Brand.Example.', 'go.brand.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
    ['a.b-c.example', 'a.b-c.example'],
  ])('of %s is %s', (text, expected) => expect(canonicalHostname(text)).toBe(expected));

  it.each([
    '',
    '.',
    'localhost',
    'a.localhost',
    'brand',
    'brand.example:8080',
    'https://brand.example',
    'brand.example/path',
    'user@brand.example',
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '①②⑦.0.0.1',
    '[::1]',
    '*.brand.example',
    'brand..example',
    '-brand.example',
    'brand-.example',
    'br_and.example',
    'brand example.com',
    'brand.example%2e',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(120)}example`,
    'xn--a.example',
  ])('is none of %j', (text) => expect(canonicalHostname(text)).toBeNull());

  it('tells what lies below another host', () => {
    expect(isWithin('go.example.com', ['example.com'])).toBe(true);
    expect(isWithin('example.com', ['example.com'])).toBe(true);
    expect(isWithin('badexample.com', ['example.com'])).toBe(false);
  });
});

describe('the TXT record', () => {
  const { name, value } = challengeOf({ hostname, token: 't1' });
  it('is below the hostname', () => expect(name).toBe('_waymark.go.brand.example'));
  it('counts among others and in chunks, and only as a whole', () => {
    expect(provesToken([['v=spf1 -all'], [value.slice(0, 9), value.slice(9)]], 't1')).toBe(true);
    expect(provesToken([[`${value} `], [`x${value}`], ['t1'], [value.slice(0, -1)]], 't1')).toBe(false);
    expect(provesToken([], 't1')).toBe(false);
  });
});
