import { type HtmlPage, pagesOf } from '@platform/pages';

const CSS =
  'label{display:block}.bad{color:var(--bad)}' +
  'input,button{font:inherit;width:100%;min-height:2.75rem;margin:.25rem 0 .75rem;padding:.5rem .75rem;' +
  'border:1px solid var(--line);border-radius:.4rem;color:var(--ink);background:var(--paper)}' +
  'button{color:var(--paper);background:var(--ink);border-color:var(--ink);cursor:pointer}';

const page = pagesOf(CSS);

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
export const pageOf = (code: string, requestId: string): HtmlPage => {
  const [title, advice] = BY_CODE[code] ?? OTHERWISE;
  const isWrong = code === 'wrong_password';
  const asks = isWrong || code === 'password_required';
  const main =
    `<h1>${title}</h1><p>${advice}</p>${asks ? formOf(isWrong) : ''}` +
    `<p><small>${requestId.replace(/[^\w.:-]/g, '')}</small></p>`;
  return page(title, main);
};
