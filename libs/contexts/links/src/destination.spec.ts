import { leadsTo, problemWithDestination } from './destination';

describe('a destination', () => {
  it.each([
    'https://example.com',
    'http://example.com/a?b=c#d',
    'https://例え.jp/パス',
    'https://example.com:8443/x',
    'HTTPS://EXAMPLE.COM/',
    'https://example.com/@name',
    'https://example.com/?mail=a@b.c',
    'http://localhost:8080/x',
    'https://example.com./x',
    'http://[2001:db8::1]:8080/x',
    `https://example.com/${'a'.repeat(8_000)}`,
  ])('may be %s', (url) => expect(problemWithDestination(url)).toBeNull());

  it('may have a host with an umlaut however many destinations came before', () => {
    // A text as it comes out of a parsed body: V8 keeps it as Latin-1 in one piece.
    const sent = (host: string, n: number): string => JSON.parse(`"https://${host}.example/${n}"`) as string;
    const problems = Array.from({ length: 20_000 }, (_, n) =>
      problemWithDestination(sent(n % 50 === 0 ? 'b\u00fccher' : 'books', n)),
    );
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['a word', 'example'],
    ['relative', '/a/b'],
    ['scheme-relative', '//example.com'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['a file', 'file:///etc/passwd'],
    ['ftp', 'ftp://example.com'],
    ['without slashes', 'https:example.com'],
    ['with a user', 'https://user@example.com'],
    ['with a password', 'https://u:p@example.com'],
    ['with an empty user', 'https://@example.com'],
    ['with CR and LF', 'https://example.com/\r\nSet-Cookie: a=b'],
    ['with a tab', 'https://exa\tmple.com'],
    ['with NUL', 'https://example.com/\u0000'],
    ['with a backslash', 'https://example.com\\@evil.com'],
    ['with a bidi control', 'https://example.com/\u202Egpj.exe'],
    ['with a lone surrogate', 'https://example.com/\ud800'],
    ['padded', ' https://example.com'],
    ['without a host', 'https://'],
    ['without a name before its dot', 'https://.com'],
    ['with an empty part of its host', 'https://a..com'],
    ['with a part of its host above 63 characters', `https://${'a'.repeat(64)}.com`],
    ['with a host above 253 characters', `https://${'a.'.repeat(130)}com`],
    ['too long once it is percent-encoded', `https://e.com/${'€'.repeat(8_000)}`],
    ['too long', `https://example.com/${'a'.repeat(8_192)}`],
    ['with a key of ours', `https://example.com/?k=svc_live_${'A'.repeat(49)}`],
  ])('is refused when %s', (_, url) => expect(problemWithDestination(url)).toEqual(expect.any(String)));

  it('is recognised as our own whatever the case, port or trailing dot', () => {
    const own = new Set(['go.example.com', 'localhost:3000', 'a.example:80']);
    const loops = [
      'https://GO.example.com/x',
      'http://go.example.com:80/',
      'https://go.example.com./x',
      'http://localhost:3000',
      'http://a.example/',
    ];
    expect(loops.filter((url) => !leadsTo(url, own))).toEqual([]);
    const others = [
      'https://example.com',
      'http://localhost:3001',
      'https://go.example.com.evil.org',
      'https://notgo.example.com',
    ];
    expect(others.filter((url) => leadsTo(url, own))).toEqual([]);
  });
});
