import { createHash } from 'node:crypto';

/** A small page for people, with the headers that go with it. */
export interface HtmlPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

const STYLE =
  ':root{color-scheme:light dark;--ink:#222;--soft:#5c5c5c;--paper:#fafafa;--line:#767676;--bad:#b00020;--link:#1a56c4}' +
  '@media(prefers-color-scheme:dark){' +
  ':root{--ink:#e4e4e4;--soft:#a8a8a8;--paper:#1b1b1b;--line:#8c8c8c;--bad:#ff8a8a;--link:#8ab4ff}}' +
  '*{box-sizing:border-box}' +
  'body{font:17px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);' +
  'display:grid;place-content:center;min-height:100vh;margin:0;padding:1rem}' +
  'main{width:min(26rem,calc(100vw - 2rem));overflow-wrap:anywhere}' +
  'h1{font-size:1.4rem;line-height:1.25;margin:0 0 .4rem}p{margin:0 0 .8rem}' +
  'small,label{color:var(--soft)}a{color:var(--link)}' +
  ':focus-visible{outline:3px solid #3b82f6;outline-offset:2px}';

/**
 * Pages of a kind. They load and run nothing: their only styles are those of all pages and `css`, by their hash. Their
 * policy has no form-action, because Chrome and Safari apply it to the redirect after a form as well: any value would
 * block the way to the destination, or disclose it.
 * @returns makes a page from its title, as plain text, and the inside of its `main`, as HTML
 */
export const pagesOf = (css = ''): ((title: string, main: string) => HtmlPage) => {
  const style = STYLE + css;
  const hash = createHash('sha256').update(style).digest('base64');
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
  };
  return (title, main) => ({
    html:
      `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
      `<meta name="viewport" content="width=device-width,initial-scale=1">` +
      `<meta name="robots" content="noindex"><title>${escaped(title)}</title><style>${style}</style></head>` +
      `<body><main>${main}</main></body></html>`,
    headers,
  });
};

/** Whether a request comes from somebody who reads pages: its Accept names HTML. */
export const wantsPage = (accept: string | undefined): boolean => (accept ?? '').includes('text/html');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as HTML, in an element or in an attribute with quotes. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
