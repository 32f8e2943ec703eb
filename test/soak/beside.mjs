// What goes on beside the redirects: edits, creations, questions, exports, live streams, webhooks and replays.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pause } from '../bench/lib/product.mjs';

const OPS = join(import.meta.dirname, '..', '..', 'dist', 'apps', 'ops', 'src', 'main.js');
const STREAMS = 5;
const EXPORTED_MS = 120_000;
const TOO_LONG = /: 503 .*took too long/;
/** How often a 503 is asked again: as often as the client libraries do. */
const REPEATS = 2;

/** An endpoint that remembers the events of edits. */
export const startReceiver = async () => {
  const seen = new Map();
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { id } = JSON.parse(Buffer.concat(chunks).toString());
      seen.set(id, (seen.get(id) ?? 0) + 1);
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    distinct: () => seen.size,
    repeats: () => [...seen.values()].reduce((sum, times) => sum + times - 1, 0),
    close: () => (server.close(), server.closeAllConnections()),
  };
};

/** Does something again and again until the signal aborts; a failure is counted and does not end it. */
const keep = async (name, everyMs, counts, signal, act) => {
  while (!signal.aborted) {
    const began = performance.now();
    try {
      await act();
      counts[name] = (counts[name] ?? 0) + 1;
    } catch (error) {
      if (signal.aborted) return;
      counts.failed += 1;
      counts.failedOf[name] = (counts.failedOf[name] ?? 0) + 1;
      counts.lastFailure = `${name}: ${error.message}`;
    }
    await pause(Math.max(0, everyMs - (performance.now() - began)));
  }
};

const read = async (product, path, signal, take) => {
  const answer = await fetch(product.url(path), { headers: { authorization: `Bearer ${product.apiKey}` }, signal });
  if (!answer.ok) {
    const retryAfter = Number(answer.headers.get('retry-after') ?? 1);
    throw Object.assign(new Error(`${path}: ${answer.status} ${await answer.text()}`), {
      status: answer.status,
      retryAfter,
    });
  }
  let bytes = 0;
  for await (const chunk of answer.body) {
    bytes += chunk.length;
    take?.(Buffer.from(chunk).toString());
  }
  return bytes;
};

/**
 * Begins all of it but edits. `titles` is what each edited link was last called, by id, once that was acknowledged.
 * @returns the counts, how to begin edits, and the end of everything
 */
export const startBeside = (product, links, signal) => {
  const counts = { failed: 0, failedOf: {}, lastFailure: '', repeated: 0, edits: 0, questions: 0, tooLong: 0 };
  const titles = new Map();
  const beginning = { signal };
  const any = () => links[Math.floor(Math.random() * links.length)].id;
  /** As a client library asks: a 503 again once its `Retry-After` is over, unless it is final. */
  const insist = async (send, isFinal = () => false) => {
    for (let repeats = 0; ; repeats += 1)
      try {
        return await send();
      } catch (error) {
        if (error.status !== 503 || repeats === REPEATS || isFinal(error)) throw error;
        counts.repeated += 1;
        await pause(1_000 * error.retryAfter);
      }
  };
  /** A repeat of a write has the same key. */
  const call = (method, path, body) => {
    const headers = body && { 'idempotency-key': randomUUID() };
    return insist(
      () => product.call(method, path, body, headers),
      ({ message }) => TOO_LONG.test(message),
    );
  };
  const edit = async () => {
    const [id, title] = [any(), `soak ${counts.edits}`];
    await call('PATCH', `/v1/links/${id}`, { title });
    titles.set(id, title);
  };
  const create = () => call('POST', '/v1/links', { destination_url: 'https://example.com/made' });
  /** A question that counts millions of clicks may take longer than it is given: the answer says so, and is counted. */
  const ask = async (path) => {
    try {
      await call('GET', path);
      counts.questions += 1;
    } catch (error) {
      if (!TOO_LONG.test(error.message)) throw error;
      counts.tooLong += 1;
    }
  };
  const askAll = async () => {
    await ask('/v1/analytics/workspace?range=24h&interval=hour&group_by=country,browser');
    await ask(`/v1/analytics/links/${any()}?range=30d`);
    await ask('/v1/links?limit=50&sort=clicks');
  };
  /** Of the last minutes, as one of a day would take longer each time. */
  const exported = () => {
    const [start, end] = [Date.now() - EXPORTED_MS, Date.now()].map((at) => new Date(at).toISOString());
    const path = `/v1/analytics/export?range=custom&start=${start}&end=${end}&format=csv&include_bots=true`;
    return insist(() => read(product, path, signal));
  };
  const lived = () =>
    read(product, '/v1/analytics/live', signal, (text) => {
      counts.live = (counts.live ?? 0) + text.split('\ndata:').length - 1;
    });
  const replayed = () => {
    const env = { ...process.env, ...product.operating, LOG_LEVEL: 'warn' };
    return promisify(execFile)(process.execPath, [OPS, 'replay', 'links'], { env, ...beginning });
  };
  const works = [
    keep('creations', 200, counts, signal, create),
    keep('rounds', 1_000, counts, signal, askAll),
    keep('exports', 30_000, counts, signal, exported),
    keep('replays', 60_000, counts, signal, replayed),
    ...Array.from({ length: STREAMS }, () => keep('streams', 1_000, counts, signal, lived)),
  ];
  return {
    counts,
    titles,
    /** Under all the load that a machine takes, an edit may be made without an answer. */
    beginEdits: () => works.push(keep('edits', 100, counts, signal, edit)),
    ended: () => Promise.all(works),
  };
};
