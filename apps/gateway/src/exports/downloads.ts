import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { Injectable, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsCoding } from '@platform/http';
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

/** Sends files of any size, within the limits of exports. */
@Injectable()
export class Downloads {
  constructor(private readonly slots: ExportSlots) {}

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
      const taken = () => socket.bytesWritten - socket.writableLength;
      const isBehind = () => socket.writableLength > 0;
      file.once('close', this.slots.watch({ taken, isBehind, end: () => socket.destroy() }, leave));
      // Its reader may have gone meanwhile, and nobody would end the file.
      if (reply.raw.destroyed) file.destroy();
      return new StreamableFile(encoded(file, download, request, reply), options);
    } catch (error) {
      leave();
      throw error;
    }
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
