import { createHash } from 'node:crypto';
import { escaped, pagesOf, wantsPage } from './index';

describe('a page', () => {
  it('has the styles that its policy names by their hash, loads and runs nothing, and may have a form', () => {
    const { html, headers } = pagesOf('h2{margin:0}')('A <title>', '<h1>Text</h1>');
    const [, style = ''] = /<style>(.*)<\/style>/.exec(html) ?? [];
    expect(style).toContain('h2{margin:0}');
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(html).not.toMatch(/<script|<link|style=|src=/);
    expect(html).toContain('<title>A &lt;title&gt;</title>');
  });
});

it('a text is escaped for elements and attributes', () => {
  expect(escaped(`<a href="x">'&'</a>`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;');
});

it('a page is for those whose Accept names HTML', () => {
  expect(['text/html,*/*;q=0.8', '*/*', 'application/json', undefined].map(wantsPage)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
