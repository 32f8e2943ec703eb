import { STATUS_CODES } from 'node:http';
import { escaped, type HtmlPage, pagesOf } from '@platform/pages';
import { guideOf } from './code-guides';
import { type Code, codeEntryOf } from './codes';
import { problemExamples } from './openapi-problems';
import { PROBLEM_TYPE } from './problem';

const page = pagesOf(
  'main{width:min(44rem,calc(100vw - 2rem))}h2{font-size:1.05rem;margin:1.4rem 0 .3rem}' +
    'code,pre{font:.9em/1.5 ui-monospace,monospace}' +
    'pre{margin:0 0 .8rem;padding:.8rem;border:1px solid var(--line);border-radius:.4rem;overflow-x:auto;' +
    'overflow-wrap:normal}',
);

/** The documentation of an error code for people. @param publicUrl origin of the API */
export const codePage = (code: Code, publicUrl: string): HtmlPage => {
  const { status, title } = codeEntryOf(code);
  const { cause, remedy } = guideOf(code);
  return page(
    `${title} (${code})`,
    `<p><small>Waymark API, error code</small></p><h1>${escaped(title)}</h1>` +
      `<p><code>${code}</code>, HTTP ${status} ${STATUS_CODES[status] ?? ''}</p>` +
      `<h2>What happened</h2><p>${marked(cause)}</p><h2>What to do</h2><p>${marked(remedy)}</p>` +
      `<h2 id="example">Example</h2><pre tabindex="0" role="region" aria-labelledby="example">` +
      `<code>${escaped(exampleOf(code, publicUrl))}</code></pre>` +
      `<p><a href="${escaped(publicUrl)}/docs">All operations and their codes</a></p>`,
  );
};

/** With code between backticks. */
const marked = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/** An answer with the code, as it is on the wire. */
const exampleOf = (code: Code, publicUrl: string): string => {
  const { status } = codeEntryOf(code);
  const { value } = problemExamples(publicUrl)[code] as { value: object };
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    '',
    JSON.stringify(value, null, 2),
  ].join('\n');
};
