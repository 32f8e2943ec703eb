/** What is written otherwise in the synchronous form. */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/\basync (def|with|for)\b/g, '$1'],
  [/\bawait /g, ''],
  [/\b__a(enter|exit|iter)__\b/g, '__$1__'],
  [/\baclose\b/g, 'close'],
  [/\baiter_bytes\b/g, 'iter_bytes'],
  [/\basync_io\b/g, 'sync_io'],
  [/\b_async\b/g, '_sync'],
  [/\bAsync([A-Z]\w*)/g, '$1'],
  [/\basynchronous client\b/g, 'synchronous client'],
];

/** The synchronous form of a Python text: the same statements without `async` and `await`. */
export const synchronous = (text: string): string =>
  REPLACED.reduce((done, [pattern, replacement]) => done.replace(pattern, replacement), text);
