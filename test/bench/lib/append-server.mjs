// The minimum of a durable creation: bare node:http, JSON in, one line to a file, fsynced by group, JSON out.
import { createServer } from 'node:http';
import { open } from 'node:fs/promises';

const file = await open(process.argv[2], 'a');
let queue = [];
let busy = false;
const flush = async () => {
  busy = true;
  while (queue.length > 0) {
    const group = queue;
    queue = [];
    await file.write(group.map(({ line }) => line).join(''));
    await file.datasync();
    for (const { done } of group) done();
  }
  busy = false;
};
const links = new Map();
const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const alias = links.size.toString(36);
    links.set(alias, body.destination_url);
    const answer = JSON.stringify({ alias, ...body });
    queue.push({
      line: `${answer}\n`,
      done: () =>
        response
          .writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) })
          .end(answer),
    });
    if (!busy) void flush();
  });
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', (message) => (message === 'cpu' ? process.send({ cpu: process.cpuUsage() }) : process.exit(0)));
