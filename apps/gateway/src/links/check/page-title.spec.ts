import { pageTitle } from './page-title';

const HTML = 'text/html';

describe('the title of a page', () => {
  it.each([
    ['<html><head><title>Summer sale</title>', 'Summer sale'],
    ['<TITLE lang="en">\n  Summer\n  sale </TITLE>', 'Summer sale'],
    ['<title>Fish &amp; chips &#8211; &#x1F41F; &unknown; &lt;b&gt;</title>', 'Fish & chips – 🐟 &unknown; <b>'],
    ['<title>cut at the end of what was re', null],
    ['<title> </title>', null],
    ['<p>no title</p>', null],
    ['<title>&#0;&#xD800;</title>', '&#0;&#xD800;'],
  ])('of %j is %j', (page, title) => expect(pageTitle(Buffer.from(page), HTML)).toBe(title));

  it('is looked for in one pass: hundreds of pages of nothing but beginnings do not take minutes', async () => {
    const page = Buffer.from('<title '.repeat(9_362));
    for (let n = 0; n < 400; n += 1) {
      expect(pageTitle(page, HTML)).toBeNull();
      // Without it no time-out would end the test.
      await new Promise(setImmediate);
    }
  }, 30_000);

  it('has at most 255 characters', () =>
    expect(pageTitle(Buffer.from(`<title>${'🐟'.repeat(300)}</title>`), HTML)).toBe('🐟'.repeat(255)));

  it('is read in the charset that the server or the page names, or else in UTF-8', () => {
    const latin = Buffer.from('<title>Grüße</title>', 'latin1');
    expect(pageTitle(latin, 'text/html; charset=iso-8859-1')).toBe('Grüße');
    expect(pageTitle(Buffer.concat([Buffer.from('<meta charset="latin1">'), latin]), HTML)).toBe('Grüße');
    expect(pageTitle(Buffer.from('<title>Grüße</title>'), 'text/html; charset=nonsense')).toBe('Grüße');
  });
});
