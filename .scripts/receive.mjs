// [WAYMARK_WEBHOOK_SECRET=whsec_…] npm run receive -- [--port 4000]: an endpoint for webhooks that prints what arrives and
// says whether its signature is right. For trying webhooks out: Waymark reaches it only with EGRESS_ALLOW=127.0.0.1 (or
// localhost). `--secret whsec_…` does the same, but shows the secret to every user of this machine.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '4000' }, secret: { type: 'string' } },
});
const secret = values.secret ?? process.env.WAYMARK_WEBHOOK_SECRET ?? '';
const port = Number(values.port);
if (!/^\d{1,5}$/.test(values.port) || port > 65_535) throw new Error('--port must be a number up to 65535');
if (secret !== '' && !secret.startsWith('whsec_')) throw new Error('the secret begins with whsec_');

const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
/** A receiver refuses older and newer timestamps, in seconds: somebody may send a recorded request again. */
const TOLERANCE = 300;
const MOST_BYTES = 1_048_576;

/** What is wrong with a request; undefined: nothing. */
const problemWith = (headers, body) => {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > TOLERANCE) return 'its timestamp is too far from now';
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  const isRight = (signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return signature.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected);
  };
  return signatures.split(' ').some(isRight) ? undefined : 'no signature is of this secret';
};

const server = createServer((request, response) => {
  const chunks = [];
  let size = 0;
  request.on('data', (chunk) => {
    size += chunk.length;
    if (size > MOST_BYTES) request.destroy();
    else chunks.push(chunk);
  });
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    const problem = secret === '' ? undefined : problemWith(request.headers, body);
    const verdict = problem ? `REFUSED: ${problem}` : secret === '' ? 'not verified' : 'signature verified';
    console.log(`${new Date().toISOString()} ${request.method} ${request.url} ${request.headers['webhook-id'] ?? ''}`);
    console.log(`  ${verdict}\n  ${body.toString()}`);
    response.writeHead(problem ? 401 : 204).end();
  });
});
server.listen(port, '127.0.0.1', () => {
  console.log(`Waiting for webhooks at http://127.0.0.1:${server.address().port}/`);
  if (secret === '') console.log('Set WAYMARK_WEBHOOK_SECRET to verify signatures.');
});
