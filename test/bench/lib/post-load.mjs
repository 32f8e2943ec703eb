// A load of link creations in a separate process: keep-alive sockets, no pipelining, a different body each time. Closed
// loop, or open loop at a rate, where latency counts from the intended start. With `items` each request is a list of
// that many creations, all of which must succeed. node post-load.mjs
// '{"port":1,"path":"/v1/links","tokens":["…"],"connections":64,"seconds":5,"rate":0}' -> one line of JSON
import { readFileSync } from 'node:fs';
import net from 'node:net';

const {
  port,
  path,
  tokensFile,
  connections = 64,
  seconds,
  rate = 0,
  items = 0,
  idempotent = false,
  // The header with a credential, and the field with the destination, of another shortener; its success is a 200.
  peer,
} = JSON.parse(process.argv[2]);
const tokens = tokensFile ? JSON.parse(readFileSync(tokensFile, 'utf8')) : [''];
const run = `${process.pid.toString(36)}${Date.now().toString(36)}`;
const latencies = [];
let count = 0;
let wrong = 0;
let firstWrong;
let sending = true;

const creation = (nth) => ({
  [peer?.destination ?? 'destination_url']: `https://example.com/articles/${run}/${nth}?ref=cms`,
  ...(!peer && { title: `Article ${nth}`, tags: ['cms', 'article'], utm_source: 'cms' }),
});
const credential = (token) => (peer ? `${peer.header}: ${token}` : `Authorization: Bearer ${token}`);

const request = () => {
  const nth = count++;
  const body = JSON.stringify(
    items ? Array.from({ length: items }, (_, item) => creation(`${nth}-${item}`)) : creation(nth),
  );
  return (
    `POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n${credential(tokens[nth % tokens.length])}\r\n` +
    `${idempotent ? `Idempotency-Key: ${run}-${nth}\r\n` : ''}Content-Type: application/json\r\nContent-Length: ` +
    `${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
};

const idle = [];
const waiting = [];
const send = (socket, intended) => {
  socket.began = intended;
  socket.write(request());
};
const next = (socket) => {
  if (!rate) return sending && send(socket, performance.now());
  const intended = waiting.shift();
  if (intended === undefined) idle.push(socket);
  else send(socket, intended);
};

const received = (socket, chunk) => {
  socket.text += chunk.toString('latin1');
  const head = socket.text.indexOf('\r\n\r\n');
  if (head < 0) return;
  const length = Number(/content-length: (\d+)/i.exec(socket.text)?.[1] ?? 0);
  if (socket.text.length < head + 4 + length) return;
  const made = items
    ? socket.text.startsWith('HTTP/1.1 200') && socket.text.endsWith(`"meta":{"created":${items},"failed":0}}`)
    : socket.text.startsWith(peer ? 'HTTP/1.1 200' : 'HTTP/1.1 201');
  if (!made) {
    wrong += 1;
    firstWrong ??= socket.text;
  }
  socket.text = '';
  latencies.push(performance.now() - socket.began);
  next(socket);
};

const connect = () =>
  new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.text = '';
    socket.on('error', reject);
    socket.on('data', (chunk) => received(socket, chunk));
  });

const sockets = await Promise.all(Array.from({ length: connections }, connect));
const began = performance.now();
if (rate) {
  idle.push(...sockets);
  let due = 0;
  const timer = setInterval(() => {
    for (const until = ((performance.now() - began) / 1000) * rate; due < until && sending; due += 1) {
      const intended = began + (due * 1000) / rate;
      const socket = idle.pop();
      if (socket) send(socket, intended);
      else waiting.push(intended);
    }
  }, 1);
  timer.unref();
} else for (const socket of sockets) send(socket, performance.now());
await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
sending = false;
const elapsed = (performance.now() - began) / 1000;
latencies.sort((a, b) => a - b);
const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
console.log(
  JSON.stringify({
    answered: latencies.length,
    perSecond: latencies.length / elapsed,
    p50: at(0.5),
    p99: at(0.99),
    max: latencies.at(-1) ?? 0,
    wrong,
    firstWrong,
  }),
);
process.exit(0);
