import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Problem } from '@kernel';
import { type QrOptions, problemsWithColors } from '@contexts/qr-codes';
import { HttpResponse, invalidRequest, isUnchanged } from '@platform/http';
import { type Logo, type QrImageOptions, QrImages, leastSize } from '@platform/qr-images';
import { FairQueue } from '../fair-queue';

interface Asked {
  readonly workspaceId: string;
  readonly ifNoneMatch: string | undefined;
  /** Aborts when the caller has left. */
  readonly gone: AbortSignal;
}

/** With the fetching of a logo, below the 10 s for which a request holds its Idempotency-Key. */
const PATIENCE_MS = 2_000;

/** A browser that opens an SVG runs and loads nothing. */
const POLICY = "default-src 'none'; img-src data:; sandbox; frame-ancestors 'none'";

/** Answers with images of QR codes. */
@Injectable()
export class QrDrawing implements OnApplicationShutdown {
  private readonly images = new QrImages();
  /** As many slots as threads, and every job for them comes through here: what has a slot waits for no thread. */
  private readonly queue = new FairQueue({ slots: 2, slotsOfTenant: 2, waitingOfTenant: 20, waiting: 200 });

  /** Refuses an image that could not be read. @param part of the request that has the options */
  demandReadable(text: string, options: QrOptions, part: 'body' | 'query'): void {
    const problems = this.problemsWith(text, options, part);
    if (problems.length > 0) throw invalidRequest(problems);
  }

  /** Why an image could not be read. @param text null where it is not known: then only colours are judged */
  problemsWith(text: string | null, options: QrOptions, part: 'body' | 'query'): readonly Problem[] {
    const colors = problemsWithColors(options).map(({ field, message }) => ({ location: `${part}.${field}`, message }));
    if (text === null) return colors;
    const least = leastSize(text, options.level, options.margin);
    if (least === null) {
      const tooLong =
        leastSize(text, 'L', options.margin) === null
          ? { location: `${part}.url`, message: 'is too long for a QR code' }
          : { location: `${part}.level`, message: `must be a lower one: the text is too long for ${options.level}` };
      return [...colors, tooLong];
    }
    if (options.size >= least) return colors;
    const message = `must be at least ${least}, with this text, level and margin`;
    return [...colors, { location: `${part}.size`, message }];
  }

  /** @throws UnusableLogo @throws HttpProblem `rate_limited` or `unavailable` when too many images wait */
  async logo(bytes: Buffer, workspaceId: string): Promise<Logo> {
    const slot = await this.queue.enterWithin(PATIENCE_MS, workspaceId);
    try {
      return await this.images.logo(bytes);
    } finally {
      slot.leave();
    }
  }

  /** @throws HttpProblem `rate_limited` or `unavailable` when too many images wait */
  async answer(text: string, options: QrImageOptions, asked: Asked) {
    const image = this.images.of(text, options);
    const headers = { etag: `"${image.digest}"` };
    if (isUnchanged(asked.ifNoneMatch, headers.etag)) return new HttpResponse(undefined, { status: 304, headers });
    const slot = await this.queue.enter(asked.workspaceId, asked.gone);
    try {
      return new HttpResponse(await image.bytes(), {
        status: 200,
        headers: {
          ...headers,
          'content-type': image.mediaType,
          'content-security-policy': POLICY,
          'x-content-type-options': 'nosniff',
        },
      });
    } finally {
      slot.leave();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.images.close();
  }
}
