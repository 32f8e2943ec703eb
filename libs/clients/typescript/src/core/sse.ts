export interface ServerSentEvent {
  /** Of the last event that had one; undefined before. */
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

/** The events of a stream, by the rules of the HTML standard. An event without data is given too, for its id. */
export async function* readEvents(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent, void, undefined> {
  let id: string | undefined;
  let fields: [string, string][] = [];
  for await (const line of linesOf(bytes)) {
    if (line !== '') {
      // `s`: a value may have U+2028, which ends no line of a stream.
      const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
      if (name === 'id') id = value;
      else if (name !== '') fields.push([name, value]);
      continue;
    }
    const of = (name: string) => fields.filter(([one]) => one === name).map(([, value]) => value);
    yield { id, event: of('event').at(-1) ?? 'message', data: of('data').join('\n') };
    fields = [];
  }
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of bytes) {
    const lines = (rest + decoder.decode(part, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
