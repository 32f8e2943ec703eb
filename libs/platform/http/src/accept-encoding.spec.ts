import { acceptsCoding } from './accept-encoding';

describe('a content coding', () => {
  it.each(['gzip', 'br, GZIP', 'deflate, gzip;q=0.5', 'gzip; q=1.0', ' gzip '])('is accepted by "%s"', (header) =>
    expect(acceptsCoding(header, 'gzip')).toBe(true),
  );

  it.each([undefined, '', 'br', 'x-gzip', 'gzip;q=0', 'gzip; q=0.000', 'br;q=1, gzip ; q=0.0'])(
    'is not accepted by "%s"',
    (header) => expect(acceptsCoding(header, 'gzip')).toBe(false),
  );

  it('is accepted where one of several headers names it', () =>
    expect(acceptsCoding(['deflate', 'br'], 'br')).toBe(true));
});
