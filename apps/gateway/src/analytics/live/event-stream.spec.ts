import { EventStream } from './event-stream';

const quick = { heartbeat: 10, lifetime: 60_000, mostWaiting: 10_000 };

/** Reads everything until the stream ends. */
const whole = async (stream: EventStream): Promise<string> => Buffer.concat(await stream.body.toArray()).toString();

describe('a stream of events', () => {
  it('starts with its own cursor, and sends each event with its id', async () => {
    const stream = new EventStream('a-1');
    stream.send('click', 'a-2', JSON.stringify({ text: 'one\ntwo' }));
    stream.end('shutdown');
    expect(await whole(stream)).toBe(
      'retry: 1000\nid: a-1\n\nid: a-2\nevent: click\ndata: {"text":"one\\ntwo"}\n\nevent: end\ndata: ' +
        '{"reason":"shutdown"}\n\n',
    );
  });

  it('sends heartbeats, and ends by itself when it is due for renewal', async () => {
    const text = await whole(new EventStream('a-1', { ...quick, lifetime: 100 }));
    expect(text).toMatch(/^retry: 1000\nid: a-1\n\n(: \n\n)+event: end\ndata: \{"reason":"renew"\}\n\n$/);
  });

  it('ends when too much waits for its reader, and accepts nothing more', async () => {
    const stream = new EventStream('a-1', quick);
    for (let seq = 0; seq < 1_000; seq += 1) stream.send('click', `a-${seq}`, `"${'x'.repeat(100)}"`);
    const text = await whole(stream);
    expect(text.length).toBeLessThan(10_500);
    expect(text).toMatch(/event: end\ndata: \{"reason":"slow"\}\n\n$/);
  });

  it('leaves nothing behind when its reader is gone', async () => {
    const stream = new EventStream('a-1', quick);
    const closed = new Promise<void>((resolve) => stream.onClose(resolve));
    stream.body.destroy();
    await closed;
    stream.send('click', 'a-2', '{}');
    stream.end('shutdown');
    expect(stream.body.readableLength).toBeLessThan(50);
  });
});
