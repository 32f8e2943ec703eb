import { hash } from 'node:crypto';
import { StoreUnavailable } from '@kernel';
import { ByteCache } from './byte-cache';
import { type Look, drawSvg } from './draw-svg';
import { type Logo, makeLogo } from './logo';
import type { QrLevel } from './qr-capacity';
import { planOf } from './qr-plan';
import { Renderer } from './renderer';

export interface QrImageOptions extends Omit<Look, 'logo'> {
  readonly format: 'svg' | 'png';
  readonly level: QrLevel;
  readonly logo?: {
    readonly hash: string;
    /** Called only if the image must be drawn; undefined where the logo is gone. */
    readonly png: () => Promise<Uint8Array | undefined>;
  };
}

export interface QrImage {
  /** The same for the same image: a hash of all that it is made of. */
  readonly digest: string;
  readonly mediaType: string;
  /** Draws it, or takes it from the cache. @throws StoreUnavailable when too many images wait, or the logo is gone */
  bytes(): Promise<Buffer>;
}

/** Raise it when the same options make another image. */
const RENDERER = 2;
const CACHED_BYTES = 64 * 1024 * 1024;
const MEDIA_TYPES = { svg: 'image/svg+xml', png: 'image/png' } as const;

/** Draws QR codes. Images that were asked for lately are kept in memory. */
export class QrImages {
  private readonly cache = new ByteCache(CACHED_BYTES);
  private readonly drawing = new Map<string, Promise<Buffer>>();

  constructor(private readonly renderer: Renderer = new Renderer()) {}

  /** @param text that a reader finds; it must fit the level */
  of(text: string, options: QrImageOptions): QrImage {
    const digest = digestOf(text, options);
    return { digest, mediaType: MEDIA_TYPES[options.format], bytes: () => this.bytes(digest, text, options) };
  }

  /** Makes a logo of a PNG or JPEG. @throws UnusableLogo @throws StoreUnavailable when too many images wait */
  logo(bytes: Buffer): Promise<Logo> {
    return makeLogo(bytes, this.renderer);
  }

  async close(): Promise<void> {
    await this.renderer.close();
  }

  private bytes(digest: string, text: string, options: QrImageOptions): Promise<Buffer> {
    const known = this.cache.get(digest);
    if (known) return Promise.resolve(known);
    const begun = this.drawing.get(digest) ?? this.draw(digest, text, options);
    this.drawing.set(digest, begun);
    return begun;
  }

  private async draw(digest: string, text: string, options: QrImageOptions): Promise<Buffer> {
    try {
      const plan = planOf(text, options.level);
      if (!plan) throw new RangeError('the text is too long for a QR code of this level');
      const symbol = await this.renderer.symbol(plan);
      const logo = await options.logo?.png();
      // Without its logo it would be another image under the same digest.
      if (options.logo && !logo) throw new StoreUnavailable('the logo is gone');
      const svg = drawSvg(symbol, { ...options, logo });
      const image = options.format === 'svg' ? Buffer.from(svg) : await this.renderer.png(svg);
      if (!image) throw new Error('the image shows nothing');
      this.cache.set(digest, image);
      return image;
    } finally {
      this.drawing.delete(digest);
    }
  }
}

const digestOf = (text: string, { format, size, level, margin, fg_color, bg_color, logo }: QrImageOptions): string =>
  hash(
    'sha256',
    JSON.stringify([RENDERER, text, format, size, level, margin, fg_color, bg_color, logo?.hash ?? null]),
    'hex',
  );
