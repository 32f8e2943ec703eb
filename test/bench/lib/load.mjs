// A small HTTP load generator in a separate process: keep-alive sockets, no pipelining, random paths. Closed loop (each
// connection sends after its answer) or open loop (a fixed rate, latency from the intended start). node load.mjs
// '{"port":1,"codes":100000,"connections":64,"seconds":5,"rate":0}' -> one line of JSON
import net from 'node:net';

const {
  port,
  host = 's.test',
  codes,
  connections = 64,
  seconds,
  rate = 0,
  // Of the codes' popularity: 0 for one as likely as another, 1 for Zipf's law.
  skew = 0,
  // Whether requests under way at the end are waited for and counted.
  drain = false,
  // Of a redirect.
  status = 302,
  agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
} = JSON.parse(process.argv[2]);

const head = Buffer.from('GET /');
const tail = Buffer.from(
  ` HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${agent}\r\nAccept: text/html,*/*;q=0.8\r\nAccept-Language: ` +
    `en-GB,en;q=0.9\r\n\r\n`,
);
const requests = Array.from({ length: Math.min(codes, 100_000) }, (_, index) =>
  Buffer.concat([head, Buffer.from(`c${index}`), tail]),
);
const endOfHead = Buffer.from('\r\n\r\n');

/** Latencies in microseconds, counted in 10 µs bins up to one second, so that measuring costs nothing. */
const bins = new Uint32Array(100_001);
let answered = 0;
let wrong = 0;
const nowUs = () => performance.now() * 1000;
const quantile = (share) => {
  let left = answered * share;
  for (let bin = 0; bin < bins.length; bin += 1) if ((left -= bins[bin]) <= 0) return bin / 100;
  return 1000;
};

/** The share of requests that go to the codes up to each, the most popular first. */
const shares = requests.map((_, rank) => (rank + 1) ** -skew);
for (let rank = 1; rank < shares.length; rank += 1) shares[rank] += shares[rank - 1];
const pick = () => {
  if (skew === 0) return (Math.random() * requests.length) | 0;
  const sought = Math.random() * shares.at(-1);
  let [low, high] = [0, shares.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (shares[middle] < sought) low = middle + 1;
    else high = middle;
  }
  return low;
};

let sending = true;
const idle = [];
/** Intended start times of open-loop requests that wait for a free connection. */
const waiting = [];

const send = (socket, intended) => {
  socket.began = intended;
  socket.busy = true;
  socket.write(requests[pick()]);
};
const next = (socket) => {
  socket.busy = false;
  if (!rate) return sending ? send(socket, nowUs()) : undefined;
  const intended = waiting.shift();
  if (intended === undefined) idle.push(socket);
  else send(socket, intended);
};

const connect = () =>
  new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      // A redirect has no body and fits one packet; the rare split one is joined.
      const answer = socket.rest ? Buffer.concat([socket.rest, chunk]) : chunk;
      if (answer.compare(endOfHead, 0, 4, answer.length - 4) !== 0) return void (socket.rest = answer);
      socket.rest = undefined;
      if (answer.toString('latin1', 9, 12) !== String(status)) wrong += 1;
      answered += 1;
      bins[Math.min(100_000, Math.round((nowUs() - socket.began) / 10))] += 1;
      next(socket);
    });
  });

const sockets = await Promise.all(Array.from({ length: connections }, connect));
const began = nowUs();
sockets.forEach(next);
if (rate) {
  let issued = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((nowUs() - began) / 1e6) * rate);
    for (; issued < due; issued += 1) {
      const intended = began + (issued / rate) * 1e6;
      const socket = idle.pop();
      if (socket) send(socket, intended);
      else waiting.push(intended);
    }
  }, 1);
  setTimeout(() => clearInterval(timer), seconds * 1000);
}
const report = () => {
  const elapsed = (nowUs() - began) / 1e6;
  console.log(
    JSON.stringify({ answered, wrong, perSecond: answered / elapsed, p50: quantile(0.5), p99: quantile(0.99) }),
  );
  process.exit(0);
};
setTimeout(() => {
  sending = false;
  if (!drain) return report();
  setInterval(() => waiting.length === 0 && sockets.every(({ busy }) => !busy) && report(), 10);
}, seconds * 1000);
