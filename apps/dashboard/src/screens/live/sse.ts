/** An event of a stream of Server-Sent Events. */
export interface ServerEvent {
  readonly id: string | null;
  readonly event: string;
  /** Empty where it only tells the id to go on from. */
  readonly data: string;
}

const LINE_END = /\r\n|\r|\n/;

/** The field of a line; a colon at its start makes it a comment. */
const fieldOf = (line: string): readonly [name: string, value: string] => {
  const at = line.indexOf(':');
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1).replace(/^ /, '')];
};

const eventOf = (lines: readonly string[]): ServerEvent | null => {
  const fields = lines.map(fieldOf);
  const last = (wanted: string): string | null => fields.findLast(([name]) => name === wanted)?.[1] ?? null;
  const data = fields.flatMap(([name, value]) => (name === 'data' ? [value] : []));
  const id = last('id');
  return data.length === 0 && id === null ? null : { id, event: last('event') ?? 'message', data: data.join('\n') };
};

/** The events of a stream until it ends. What is cut off in the middle is no event. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let lines: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      // A CR at the end may be the first half of a line's end.
      const whole = rest.endsWith('\r') ? rest.slice(0, -1) : rest;
      const parts = whole.split(LINE_END);
      rest = (parts.pop() ?? '') + rest.slice(whole.length);
      for (const line of parts) {
        if (line !== '') {
          lines.push(line);
          continue;
        }
        const event = eventOf(lines);
        lines = [];
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
