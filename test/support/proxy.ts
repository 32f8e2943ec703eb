import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ALIAS, RESERVED_ALIASES } from '@contexts/links';
import { type Address, send } from './waymark';

const LOOK_EVERY_MS = 250;
const LOOK_FOR_MS = 1_000;
/** Without a byte; streams have a heartbeat. */
const SILENT_FOR_MS = 60_000;

/** A process that serves requests, and the address of its readiness check. */
export interface Backend {
  readonly port: number;
  readonly status: { readonly port: number };
}

export interface StartProxy {
  /** Absent: a free one. */
  readonly port?: number;
  readonly gateways: readonly Backend[];
  readonly redirectors: readonly Backend[];
}

export interface Proxy extends Address {
  /** How many backends count as healthy. */
  healthy(): number;
  close(): Promise<void>;
}

/**
 * What users have in front of a cluster: one origin, short paths, deep links and the hosts of workspaces to the
 * redirectors, all else to the gateways, in turn among those whose `/health/ready` is 200. A backend that fails a
 * request is out at once, until it is ready again. A request goes to another one only if no byte of it was sent,
 * whatever its method, so nothing is ever done twice. Without a healthy backend all are tried, as the checks may be
 * wrong.
 */
export const startProxy = async ({ port = 0, gateways, redirectors }: StartProxy): Promise<Proxy> => {
  const pools = [new Pool(gateways), new Pool(redirectors)] as const;
  const server = createServer((incoming, outgoing) => {
    const [toGateways, toRedirectors] = pools;
    const isForVisitors = isOfWorkspace(incoming.headers.host ?? '') || isShort(incoming.url ?? '');
    void pass(incoming, outgoing, isForVisitors ? toRedirectors : toGateways);
  }).listen(port);
  await once(server, 'listening');
  await Promise.all(pools.map((pool) => pool.look()));
  const looking = setInterval(() => pools.forEach((pool) => void pool.look()), LOOK_EVERY_MS);
  const { port: taken } = server.address() as AddressInfo;
  return {
    port: taken,
    url: `http://localhost:${taken}`,
    healthy: () => pools.reduce((sum, pool) => sum + pool.healthy.size, 0),
    close: async () => {
      clearInterval(looking);
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

/** Our own hosts are `localhost` and addresses. */
const isOfWorkspace = (host: string): boolean => /\.[a-z]+\.?(:\d+)?$/i.test(host);

const isShort = (url: string): boolean => {
  const path = (url.split('?', 1)[0] ?? '').slice(1).toLowerCase();
  return (ALIAS.test(path) && !RESERVED_ALIASES.has(path)) || path.startsWith('.well-known/');
};

class Pool {
  readonly healthy = new Set<Backend>();
  private next = 0;

  constructor(private readonly all: readonly Backend[]) {}

  async look(): Promise<void> {
    await Promise.all(
      this.all.map(async (backend) => {
        const status = await send({ url: '', port: backend.status.port }, 'GET', '/health/ready', {
          timeout: LOOK_FOR_MS,
          headers: { connection: 'close' },
        }).then(
          (answer) => answer.status,
          () => 0,
        );
        if (status === 200) this.healthy.add(backend);
        else this.healthy.delete(backend);
      }),
    );
  }

  /** Each at most once, the next in turn first. */
  inTurn(): Backend[] {
    const ready = this.all.filter((backend) => this.healthy.has(backend));
    const from = ready.length > 0 ? ready : this.all;
    this.next += 1;
    return from.map((_, index) => from[(this.next + index) % from.length] as Backend);
  }
}

const pass = async (incoming: IncomingMessage, outgoing: ServerResponse, pool: Pool): Promise<void> => {
  for (const backend of pool.inTurn()) {
    const sent = await forward(incoming, outgoing, backend);
    if (sent === 'answered') return;
    pool.healthy.delete(backend);
    if (sent === 'broken') break;
  }
  if (outgoing.headersSent) outgoing.destroy();
  else outgoing.writeHead(502).end();
};

/** Over a separate connection, so that the other end never closes one just when a request is on its way. */
const forward = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { port }: Backend,
): Promise<'answered' | 'unsent' | 'broken'> =>
  new Promise((resolve) => {
    const { method, url: path, headers } = incoming;
    const forwarded = [headers['x-forwarded-for'], incoming.socket.remoteAddress].filter(Boolean).join(', ');
    const onward = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      agent: false,
      timeout: SILENT_FOR_MS,
      headers: { ...headers, 'x-forwarded-for': forwarded },
    });
    let connected = false;
    onward.once('socket', (socket) =>
      socket.once('connect', () => {
        connected = true;
        incoming.pipe(onward);
      }),
    );
    onward.once('timeout', () => onward.destroy());
    onward.once('error', () => resolve(connected ? 'broken' : 'unsent'));
    onward.once('response', (answer) => {
      // The connection to the client is the proxy's: the backend does not decide whether it is kept.
      const { connection: _connection, 'keep-alive': _keepAlive, ...passed } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, passed);
      answer.pipe(outgoing);
      // The rest of a refused body is read to its end, so that the client's connection can be used again.
      incoming.unpipe(onward).resume();
      answer.once('end', () => resolve('answered'));
      answer.once('error', () => resolve('broken'));
    });
    outgoing.once('close', () => void (outgoing.writableFinished || onward.destroy()));
  });
