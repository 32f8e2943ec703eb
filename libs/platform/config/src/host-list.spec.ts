import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolders } from '../../../../test/support/temp-folders';
import { hostListProblem, isListed, readHostList } from './host-list';

const folder = tempFolders();
const fileOf = (content: string): string => {
  const path = join(folder(), 'hosts.txt');
  writeFileSync(path, content);
  return path;
};

describe('a list of hosts', () => {
  it('has one host a line, beside comments', () => {
    const path = fileOf('\uFEFF# ours\r\n\r\nevil.example\r\n  Other.Example.  # why\n192.0.2.1\n2001:DB8::1\n[::2]');
    expect([...readHostList(path)]).toEqual(['evil.example', 'other.example', '192.0.2.1', '[2001:db8::1]', '[::2]']);
    expect(readHostList(fileOf('')).size).toBe(0);
  });

  it('writes a host as a URL has it', () => {
    const hosts = [
      ...readHostList(fileOf('bücher.example\nXN--BCHER-KVA.example\n0x7f.1\nfaß.example\nＥvil.example')),
    ];
    expect(hosts).toEqual(['xn--bcher-kva.example', '127.0.0.1', 'xn--fa-hia.example', 'evil.example']);
  });

  it('covers what is below a host, and nothing beside it', () => {
    const hosts = readHostList(fileOf('evil.example\n192.0.2.1\n2001:db8::1\n::ffff:192.0.2.2'));
    const covers = (url: string) => isListed(hosts, new URL(url).hostname);
    const listed = [
      'https://evil.example',
      'https://EVIL.example.:8443/x',
      'https://a.b.evil.example/',
      'http://3221225985/',
      'http://[2001:DB8:0::1]/',
      'http://[::ffff:192.0.2.1]/',
      'http://192.0.2.2/',
    ];
    expect(listed.filter((url) => !covers(url))).toEqual([]);
    const others = [
      'https://notevil.example',
      'https://evil.example.org',
      'https://example',
      'http://192.0.2.10',
      'http://[::ffff:192.0.2.16]',
    ];
    expect(others.filter(covers)).toEqual([]);
  });

  it.each([
    'a b',
    'https://evil.example',
    'evil.example/x',
    'evil.example:443',
    '*.evil.example',
    'u@evil.example',
    '256.1.1.1',
  ])('is refused with %j in it, by its line', (line) =>
    expect(hostListProblem(fileOf(`a.example\n${line}\n`))).toBe('has no host name or address in line 2'),
  );

  it('is refused when it cannot be read', () =>
    expect(hostListProblem(join(folder(), 'none'))).toBe('cannot be read (ENOENT)'));
});
