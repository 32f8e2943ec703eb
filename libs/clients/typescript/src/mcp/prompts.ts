export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
  /** Those that its text names. Without them it is not offered. */
  readonly tools: readonly string[];
  /** What the assistant is asked. */
  readonly text: (given: Readonly<Record<string, string>>) => string;
}

export const prompts: readonly Prompt[] = [
  {
    name: 'explain_drop',
    title: 'Explain a drop in clicks',
    description: 'Compares a window with the one before, and finds where clicks were lost and what was changed then.',
    arguments: [
      { name: 'link', description: 'Alias or short URL of a link; absent: the whole workspace', required: false },
      { name: 'range', description: 'As 7d, 30d, yesterday, last_week; absent: 7d', required: false },
    ],
    tools: ['clicks_compare', 'links_lookup', 'analytics_events'],
    text: ({ link, range = '7d' }) =>
      [
        `Explain why ${link ? `the link ${link} has` : 'the links of this workspace have'} fewer clicks in ${range} than before.`,
        ...(link ? [`Find its id by links_lookup, then call clicks_compare with of=link and range=${range}.`] : []),
        ...(link ? [] : [`Call clicks_compare with of=workspace and range=${range}.`]),
        'Look at the totals first: if clicks rose, say so and stop. Bots and QR scans are told apart.',
        'Name the one or two groups (link, country, referrer, device …) that lost most, with both figures.',
        'Look at `changes`: a link that was disabled, archived, deleted or led elsewhere in that time explains a lot, and its',
        'entry says who did it, when and by which request. Ask analytics_events for single clicks where the groups do not tell.',
        'Say what is certain, what is likely, and what the figures cannot tell.',
      ].join('\n'),
  },
  {
    name: 'walk_key_history',
    title: "Walk an API key's history",
    description: 'Tells what happened to a key and to all keys that it was rotated from and to.',
    arguments: [
      { name: 'key', description: 'Id of the key, its name, or the first characters of the key', required: true },
    ],
    tools: ['api_keys_list', 'api_keys_history', 'api_keys_get'],
    text: ({ key = '' }) =>
      [
        `Tell the history of the API key ${key}.`,
        'If that is not an id (key_…), find the key with api_keys_list by its name or `start`. Ask if several match.',
        'Call api_keys_history with lineage=true, page after page until you have all of `meta.total`.',
        'Tell it in order of time: who made, renamed, rotated and revoked which key, when, with the request ids; when each grace',
        'period ended. Close with the state of each key of the line by api_keys_get: status, last use, number of requests.',
        'Point out what a security review would ask about: an old key that is still used, a key without an end, a revocation',
        'without a reason.',
      ].join('\n'),
  },
];
