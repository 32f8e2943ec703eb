import { isPublic } from './public-addresses';
import { createEgress } from '.';

const NOT_PUBLIC = 'must not lead to an address that is not public';

const egress = (allow: readonly string[] = []) =>
  createEgress({
    allow,
    dnsServers: [],
    ownHosts: ['go.example.com', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000'],
  });
const problem = (url: string, allow?: readonly string[]) => egress(allow).problemWith(url);

describe('the guard judges a URL', () => {
  it.each([
    '127.0.0.1', '127.1', '127.0.1', '0x7f000001', '0x7f.1', '2130706433', '017700000001', '0177.0.0.1', '①②⑦.0.0.1',
    '127。0。0。1', '127.0.0.1.', '%31%32%37.0.0.1', '0', '0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.255',
    '192.168.0.1', '169.254.169.254', '100.64.0.1', '192.0.0.1', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.51.100.1',
    '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '[::]', '[::1]', '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:10.0.0.1]', '[::ffff:0:7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]',
    '[64:ff9b:1::a00:1]', '[2002:7f00:1::]', '[2001:0:4136:e378:8000:63bf:f5ff:fffe]', '[2001:db8::1]', '[3fff::1]',
    '[fe80::1]', '[fec0::1]', '[fc00::1]', '[fd12:3456::1]', '[ff02::1]', '[100::1]', '[4000::1]', '[5f00::1]',
    '168.63.129.16', '0xa83f8110', '[::ffff:168.63.129.16]',
  ])('refuses %s, however it is written', (host) => {
    expect(problem(`https://${host}/`)).toBe(NOT_PUBLIC);
    expect(problem(`https://${host}:8443/a?b#c`)).toBe(NOT_PUBLIC);
  }); // prettier-ignore

  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '[2606:4700:4700::1111]',
    '[::ffff:8.8.8.8]',
    'example.com',
    'bücher.example',
    'localhost',
  ])('does not refuse %s by the way it is written', (host) => expect(problem(`https://${host}/a`)).toBeNull());

  it.each([
    ['no URL', 'must be an absolute https URL'],
    ['//8.8.8.8/', 'must be an absolute https URL'],
    ['ftp://8.8.8.8/', 'must be an absolute https URL'],
    ['file:///etc/passwd', 'must be an absolute https URL'],
    ['data:image/png;base64,AAAA', 'must be an absolute https URL'],
    ['unix:/var/run/docker.sock', 'must be an absolute https URL'],
    ['http://8.8.8.8/', 'must be an https URL'],
    ['http://example.com/', 'must be an https URL'],
    ['https://user@example.com/', 'must not contain credentials'],
    ['https://user:password@example.com/', 'must not contain credentials'],
  ])('refuses %s', (url, message) => expect(problem(url)).toBe(message));

  it.each([
    'https://go.example.com/x',
    'http://go.example.com/x',
    'https://GO.example.com./x',
    'https://go.example.com:80/',
    'http://localhost:3000/',
    'http://127.1:3000/',
    'http://[::1]:3000/',
  ])('refuses our own host %s, even where the operator allows it', (url) =>
    expect(problem(url, ['localhost', '127.0.0.1', '::1', 'go.example.com'])).toBe(
      'must not lead to this installation',
    ),
  );

  it('admits what the operator allows, by plain http, too: no other address, name or part of a name', () => {
    const allow = ['127.0.0.1', '10.0.0.0/8', 'fd00::/8', 'hooks.internal'];
    for (const host of [
      '127.0.0.1',
      '127.1',
      '[::ffff:127.0.0.1]',
      '10.9.8.7',
      '[fd00::1]',
      'hooks.internal',
      'HOOKS.internal.',
    ])
      expect([host, problem(`http://${host}:8080/`, allow)]).toEqual([host, null]);
    for (const host of [
      '127.0.0.2',
      '11.0.0.1.',
      '[fe80::1]',
      'x.hooks.internal',
      'hooks.internal.example.com',
      'localhost',
    ])
      expect([host, problem(`http://${host}:8080/`, allow)]).not.toEqual([host, null]);
  });
});

describe('a public address', () => {
  it('has no zone, is not mapped to a private address, and is not any other text', () => {
    for (const text of ['fe80::1%eth0', '::ffff:192.168.1.1', '::ffff:c0a8:101', '', 'example.com', '8.8.8.8.8'])
      expect([text, isPublic(text)]).toEqual([text, false]);
    for (const text of ['8.8.8.8', '168.63.129.17', '2606:4700::1', '::ffff:8.8.8.8'])
      expect([text, isPublic(text)]).toEqual([text, true]);
  });
});
