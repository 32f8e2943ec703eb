import { createHash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { Rejection } from '@kernel';
import { TimedOut, within } from '@platform/async';
import { HttpProblem, demandNone, invalid, parse } from '@platform/http';
import { isDataFault } from '@platform/postgres';
import type { Authorizer, ReadStore } from '@platform/read-store';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RequestAuthorization } from '../authorization';
import { LinkDomains } from '../links/link-domains';
import { AUTHORIZER, READ_STORE } from '../tokens';
import { WatchedSlots } from '../watched-slots';
import { FileHead, IMPORT_TYPES, type ImportFile, type ImportType } from './file/import-file';
import { importQuery } from './import.schemas';

export const LARGEST_FILE = 256 * 1024 * 1024;
const CHUNK = 256 * 1024;
/** Milliseconds in which a chunk must arrive: 9 kB/s. */
const CHUNK_WITHIN_MS = 30_000;
const RENEW_MS = 3_000;
/** Files of a workspace that are uploaded, waiting or running. Each may be of the largest size. */
export const MOST_UPLOADS = 10;

/** A file that has arrived. */
export class Upload {
  constructor(
    readonly sha256: string,
    readonly id: string,
    readonly file: ImportFile,
  ) {}

  /** Under one Idempotency-Key, two uploads with the same hash are the same request. */
  toJSON(): object {
    return { sha256: this.sha256 };
  }
}

/** Only the hash of a file, enough to compare it with an earlier one. */
interface SameUpload {
  readonly sha256: string;
}

/** Takes files chunk by chunk into Postgres, while they arrive. */
@Injectable()
export class ImportUploads {
  private readonly slots = new WatchedSlots({ what: 'uploads', ofWorkspace: 4, ofAll: 32, retryAfter: 10 });

  constructor(
    @Inject(READ_STORE) private readonly store: ReadStore,
    @Inject(AUTHORIZER) private readonly authorizer: Authorizer,
    private readonly domains: LinkDomains,
    private readonly authorization: RequestAuthorization,
  ) {}

  /** Makes the files the bodies of requests with their media types. */
  register(fastify: FastifyInstance): void {
    for (const type of IMPORT_TYPES)
      fastify.addContentTypeParser(type, (request: FastifyRequest, body: Readable) =>
        this.receive(request, body, type).catch((error: unknown) => {
          // The rest of the file is not read.
          void request.raw.resume();
          throw error;
        }),
      );
  }

  private async receive(request: FastifyRequest, body: Readable, type: ImportType): Promise<Upload | SameUpload> {
    const { caller, repeat } = request;
    if (!caller) throw new HttpProblem('missing_credentials');
    if (repeat?.kind === 'stored') return { sha256: await this.hashed(body) };
    const { source, domain } = parse(importQuery, request.query, 'query');
    const { workspaceId } = caller.subject;
    demandNone(await this.domains.problemsOfQuery(workspaceId, domain));
    const slot = this.slots.take(workspaceId);
    const { cut, leave } = this.watched(request, body, slot);
    const renewal = new AbortController();
    try {
      const id = await this.begin(workspaceId);
      const lost = repeat ? this.keepLease(repeat.lease, renewal.signal) : undefined;
      try {
        const taken = this.taken(workspaceId, id, body, new FileHead(type, source));
        taken.catch(() => undefined);
        const { sha256, file } = await Promise.race([taken, cut, ...(lost ? [lost] : [])]);
        await this.authorization.confirm(request);
        return new Upload(sha256, id, file);
      } catch (error) {
        await this.discard(workspaceId, id);
        throw error;
      }
    } finally {
      renewal.abort();
      leave();
    }
  }

  /** `cut` rejects when another workspace needs the slot of a slow sender. */
  private watched(request: FastifyRequest, body: Readable, slot: () => void) {
    const { socket } = request.raw;
    let leave = slot;
    const cut = new Promise<never>((_, reject) => {
      const tooSlow = 'Others wait for this slot, and the file came too slowly.';
      const end = () => reject(new HttpProblem('unavailable', tooSlow, { 'retry-after': '10', connection: 'close' }));
      leave = this.slots.watch(
        { passed: () => socket.bytesRead, isBehind: () => body.readableLength === 0, end },
        slot,
      );
    });
    cut.catch(() => undefined);
    return { cut, leave };
  }

  /** Deletes a file. */
  async discard(workspaceId: string, id: string): Promise<void> {
    await this.store.inWorkspace(workspaceId, (client) =>
      client.query('delete from import_uploads where workspace_id = $1 and id = $2', [workspaceId, id]),
    );
  }

  private async taken(workspaceId: string, id: string, body: Readable, head: FileHead) {
    const hash = createHash('sha256');
    let nth = 0;
    for await (const chunk of chunksOf(body)) {
      hash.update(chunk);
      head.take(chunk);
      await this.store
        .inWorkspace(workspaceId, (client) => client.query(INSERT_CHUNK, [id, workspaceId, nth, chunk]))
        .catch((error: unknown) => {
          // The upload has taken so long that it was given up.
          throw isDataFault(error) ? new HttpProblem('request_timeout', undefined, { connection: 'close' }) : error;
        });
      nth += 1;
    }
    return { sha256: hash.digest('hex'), file: head.end() };
  }

  private async hashed(body: Readable): Promise<string> {
    const hash = createHash('sha256');
    for await (const chunk of chunksOf(body)) hash.update(chunk);
    return hash.digest('hex');
  }

  /** @throws Rejection `limit_reached` */
  private async begin(workspaceId: string): Promise<string> {
    const id = randomUUID();
    const { rowCount } = await this.store.inWorkspace(workspaceId, async (client) => {
      await client.query("select pg_advisory_xact_lock(hashtextextended('waymark/imports/' || $1, 0))", [workspaceId]);
      return client.query(BEGIN, [workspaceId, id, MOST_UPLOADS]);
    });
    if (rowCount === 1) return id;
    throw new Rejection(
      'forbidden',
      'limit_reached',
      `The workspace has ${MOST_UPLOADS} imports that have not ended; wait for one of them, or cancel it.`,
    );
  }

  /** Never resolves. @throws HttpProblem when another request has taken the lease over */
  private async keepLease(lease: Parameters<Authorizer['renewIdempotent']>[0], signal: AbortSignal): Promise<never> {
    return new Promise((_, reject) => {
      const renew = async (): Promise<void> => {
        const held = await this.authorizer.renewIdempotent(lease).catch(() => true);
        if (!held) reject(new HttpProblem('idempotency_in_progress', undefined, { 'retry-after': '1' }));
      };
      const timer = setInterval(() => void renew(), RENEW_MS);
      signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    });
  }
}

const BEGIN = `insert into import_uploads (workspace_id, id) select $1, $2
  where (select count(*) from import_uploads where workspace_id = $1) < $3`;

const INSERT_CHUNK = 'insert into import_chunks (upload_id, workspace_id, nth, bytes) values ($1, $2, $3, $4)';

/** Chunks of {@link CHUNK} bytes, the last one shorter. @throws HttpProblem for a body that is too large or too slow */
async function* chunksOf(body: Readable): AsyncGenerator<Buffer> {
  const pieces = body.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  try {
    let [held, size, total, waited] = [[] as Buffer[], 0, 0, 0];
    for (;;) {
      const began = performance.now();
      const next = await nextOf(pieces, CHUNK_WITHIN_MS - waited);
      waited += performance.now() - began;
      if (next) {
        held.push(next);
        size += next.length;
        total += next.length;
      }
      if (total > LARGEST_FILE) throw new HttpProblem('payload_too_large', undefined, { connection: 'close' });
      if (size < CHUNK && next) continue;
      if (size > 0) yield Buffer.concat(held);
      [held, size, waited] = [[], 0, 0];
      if (!next) return;
    }
  } finally {
    // Not awaited: one that is late has not come. While the iterator has the body, its rest cannot be read.
    void pieces.return?.();
  }
}

const nextOf = async (pieces: AsyncIterator<Buffer>, withinMs: number): Promise<Buffer | undefined> => {
  try {
    const { value, done } = (await within(withinMs, pieces.next())) as IteratorResult<Buffer, undefined>;
    return done ? undefined : value;
  } catch (error) {
    if (error instanceof TimedOut) throw new HttpProblem('request_timeout', undefined, { connection: 'close' });
    throw invalid('body', 'ended before its end');
  }
};
