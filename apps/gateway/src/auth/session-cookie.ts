import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { HttpProblem } from '@platform/http';
import type { GatewayConfig } from '../core.module';
import { CONFIG } from '../tokens';
import { SESSION_SECONDS } from './sessions';

/** Where the refresh token of an answer goes. */
export type Transport = 'body' | 'cookie';

type Asked = Pick<FastifyRequest, 'headers' | 'protocol' | 'host'>;

/**
 * The cookie with the refresh token of a session. No script can read it, no other site makes a browser send it, and
 * `POST /v1/auth/refresh` alone looks at it, for pages of our own origin.
 */
@Injectable()
export class SessionCookie {
  private readonly origin: string;

  constructor(@Inject(CONFIG) { publicUrl }: Pick<GatewayConfig, 'publicUrl'>) {
    this.origin = new URL(publicUrl).origin;
  }

  /** A Set-Cookie header that gives the token to the browser. */
  holding(refreshToken: string, request: Asked): string {
    return this.header(refreshToken, SESSION_SECONDS, request);
  }

  /** A Set-Cookie header that takes the token from the browser. */
  cleared(request: Asked): string {
    return this.header('', 0, request);
  }

  /** @returns null without the cookie @throws HttpProblem foreign_origin if another site's page sends it */
  read(request: Asked): string | null {
    const start = `${this.nameFor(request)}=`;
    const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
    const token = pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
    if (!token) return null;
    const { origin } = request.headers;
    if (origin !== this.origin && origin !== `${request.protocol}://${request.host}`)
      throw new HttpProblem('foreign_origin');
    return token;
  }

  private header(value: string, seconds: number, request: Asked): string {
    const attributes = `Path=/v1/auth; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
    return `${this.nameFor(request)}=${value}; ${attributes}${this.isSecure(request) ? '; Secure' : ''}`;
  }

  /** A browser takes a cookie with the prefix over https alone. */
  private nameFor(request: Asked): string {
    return this.isSecure(request) ? '__Secure-waymark_refresh' : 'waymark_refresh';
  }

  /** A proxy that nobody trusts may end the TLS of the public address. */
  private isSecure({ protocol }: Asked): boolean {
    return protocol === 'https' || this.origin.startsWith('https:');
  }
}
