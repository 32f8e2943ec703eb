import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { Injectable, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpProblem, acceptsCoding } from '@platform/http';
import { RequestAuthorization } from '../authorization';
import { ExportSlots } from './exports';

export interface Download {
  readonly workspaceId: string;
  readonly fileName: string;
  readonly mediaType: string;
  /** Whether the file is compressed by gzip for readers that accept it. */
  readonly compressible: boolean;
  /** Opens the file; its reader sets the pace. A HEAD does not open it. */
  readonly open: () => Promise<Readable>;
}

/** How often it is confirmed that the caller of an open file still has access. */
const CONFIRM_EVERY_MS = 1_000;

/** Sends files of any size, for as long as their caller has access, within the limits of exports. */
@Injectable()
export class Downloads {
  constructor(
    private readonly slots: ExportSlots,
    private readonly authorization: RequestAuthorization,
  ) {}

  /** @returns what the handler returns @throws HttpProblem when the workspace or all have too many open */
  async send(download: Download, request: FastifyRequest, reply: FastifyReply): Promise<StreamableFile> {
    const { workspaceId, fileName, mediaType, open } = download;
    const options = { type: mediaType, disposition: `attachment; filename="${fileName}"` };
    reply.header('cache-control', 'no-store');
    if (request.method === 'HEAD') return new StreamableFile(Readable.from([]), options);
    const leave = this.slots.take(workspaceId);
    try {
      const file = await open();
      const { socket } = request.raw;
      const passed = () => socket.bytesWritten - socket.writableLength;
      const isBehind = () => socket.writableLength > 0;
      const end = () => socket.destroy();
      file.once('close', this.slots.watch({ passed, isBehind, end }, leave));
      // What is on its way is taken back, too.
      file.once(
        'close',
        this.whileAdmitted(request, () => socket.resetAndDestroy()),
      );
      // Its reader may have gone meanwhile, and nobody would end the file.
      if (reply.raw.destroyed) file.destroy();
      return new StreamableFile(encoded(file, download, request, reply), options);
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Calls `end` when the access of the request's caller ends. @returns what ends the watch */
  private whileAdmitted(request: FastifyRequest, end: () => void): () => void {
    const confirm = () =>
      this.authorization.confirm(request).catch((error: unknown) => {
        // A file goes on while it cannot be told whether the access has ended.
        if (error instanceof HttpProblem) end();
      });
    const timer = setInterval(() => void confirm(), CONFIRM_EVERY_MS).unref();
    return () => clearInterval(timer);
  }
}

const encoded = (
  file: Readable,
  { compressible }: Download,
  request: FastifyRequest,
  reply: FastifyReply,
): Readable => {
  if (!compressible) return file;
  reply.header('vary', 'Accept-Encoding');
  if (!acceptsCoding(request.headers['accept-encoding'], 'gzip')) return file;
  reply.header('content-encoding', 'gzip');
  return pipeline(file, createGzip({ level: 3 }), () => undefined);
};
