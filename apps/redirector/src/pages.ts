import { createHash } from 'node:crypto';

export interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

const STYLE =
  ':root{color-scheme:light dark;--ink:#222;--soft:#5c5c5c;--paper:#fafafa;--line:#767676;--bad:#b00020}' +
  '@media(prefers-color-scheme:dark){' +
  ':root{--ink:#e4e4e4;--soft:#a8a8a8;--paper:#1b1b1b;--line:#8c8c8c;--bad:#ff8a8a}}' +
  '*{box-sizing:border-box}' +
  'body{font:17px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);' +
  'display:grid;place-content:center;min-height:100vh;margin:0;padding:1rem}' +
  'main{width:min(26rem,calc(100vw - 2rem));overflow-wrap:anywhere}' +
  'h1{font-size:1.4rem;line-height:1.25;margin:0 0 .4rem}p{margin:0 0 .8rem}' +
  'small,label{color:var(--soft)}label{display:block}.bad{color:var(--bad)}' +
  'input,button{font:inherit;width:100%;min-height:2.75rem;margin:.25rem 0 .75rem;padding:.5rem .75rem;' +
  'border:1px solid var(--line);border-radius:.4rem;color:var(--ink);background:var(--paper)}' +
  'button{color:var(--paper);background:var(--ink);border-color:var(--ink);cursor:pointer}' +
  ':focus-visible{outline:3px solid #3b82f6;outline-offset:2px}';

const headersWith = (more: string): Page['headers'] => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
    `base-uri 'none'; ${more}frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
});

const HEADERS = headersWith("form-action 'none'; ");
// Chrome and Safari apply form-action to the redirect after a form as well: any value would block the way to the
// destination, or disclose it.
const FORM_HEADERS = headersWith('');

const BY_CODE: Readonly<Record<string, readonly [title: string, advice: string]>> = {
  not_found: ['There is no such link', 'Please check that the address has been copied whole.'],
  method_not_allowed: ['That cannot be done here', 'A short link can only be opened.'],
  link_expired: ['This link has expired', 'The person who sent it to you may have a newer one.'],
  click_limit_reached: ['This link has been used up', 'It could be opened a limited number of times.'],
  password_required: ['This link has a password', 'The person who sent it to you knows it.'],
  wrong_password: ['This link has a password', 'The person who sent it to you knows it.'],
  rate_limited: ['Too many attempts', 'Please wait a minute before you try again.'],
  invalid_request: ['That password could not be read', 'Please go back and try again.'],
  payload_too_large: ['That password could not be read', 'Please go back and try again.'],
  unsupported_media_type: ['That password could not be read', 'Please go back and try again.'],
  request_timeout: ['That took too long', 'Please go back and try again.'],
};
const OTHERWISE = ['This link cannot be opened right now', 'Please try again in a moment.'] as const;

/** Posts to the address of the page, so that the query of the visit is kept. */
const formOf = (isWrong: boolean): string =>
  `<form method="post">${isWrong ? '<p class="bad" id="bad" role="alert">This is not the password.</p>' : ''}` +
  `<label for="password">Password</label>` +
  `<input id="password" name="password" type="password" required autofocus autocomplete="off"` +
  `${isWrong ? ' aria-invalid="true" aria-describedby="bad"' : ''}><button>Open the link</button></form>`;

/** The page of a refusal, for people, by the code of its problem. Nothing in it comes from the link. */
export const pageOf = (code: string, requestId: string): Page => {
  const [title, advice] = BY_CODE[code] ?? OTHERWISE;
  const isWrong = code === 'wrong_password';
  const asks = isWrong || code === 'password_required';
  const html =
    `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head>` +
    `<body><main><h1>${title}</h1><p>${advice}</p>${asks ? formOf(isWrong) : ''}` +
    `<p><small>${requestId.replace(/[^\w.:-]/g, '')}</small></p></main></body></html>`;
  return { html, headers: asks ? FORM_HEADERS : HEADERS };
};
