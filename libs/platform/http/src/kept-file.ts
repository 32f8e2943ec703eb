import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsCoding } from './accept-encoding';
import { isUnchanged } from './etag';

interface Kept {
  readonly body: Buffer;
  readonly zipped: Buffer;
  readonly etag: string;
}

/** A file that is read or made, and compressed, at the first request for it, and kept. */
export class KeptFile {
  private kept: Promise<Kept> | undefined;

  /** @param cacheControl of every answer; a copy is revalidated by its entity tag */
  constructor(
    private readonly make: () => Buffer | Promise<Buffer>,
    private readonly type: string,
    private readonly cacheControl: string,
  ) {}

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { body, zipped, etag } = await this.load();
    // Both encodings have the one tag, so it is a weak one.
    reply.headers({ 'cache-control': this.cacheControl, vary: 'Accept-Encoding', etag: `W/${etag}` });
    if (isUnchanged(request.headers['if-none-match'], etag)) return reply.code(304).send();
    reply.type(this.type);
    if (!acceptsCoding(request.headers['accept-encoding'], 'gzip')) return reply.send(body);
    return reply.header('content-encoding', 'gzip').send(zipped);
  }

  private load(): Promise<Kept> {
    this.kept ??= this.read().catch((error: unknown) => {
      this.kept = undefined;
      throw error;
    });
    return this.kept;
  }

  private async read(): Promise<Kept> {
    const body = await this.make();
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    return { body, zipped: await promisify(gzip)(body), etag };
  }
}
