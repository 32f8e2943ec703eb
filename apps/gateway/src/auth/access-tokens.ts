import { createPrivateKey, createPublicKey } from 'node:crypto';
import { SignJWT, errors, jwtVerify } from 'jose';

/** The subject of an access token. Each request checks the session and its permission anew. */
export interface SessionClaims {
  readonly userId: string;
  readonly sessionId: string;
  readonly workspaceId: string;
}

export type Verified =
  { readonly ok: true; readonly claims: SessionClaims } | { readonly ok: false; readonly expired: boolean };

/** Lifetime of an access token in seconds. */
export const ACCESS_TOKEN_SECONDS = 600;

/** Seconds by which the clocks of two gateways may differ, so that one accepts a token that the other has just made. */
const CLOCK_TOLERANCE = 5;

const ALGORITHM = 'EdDSA';
const AUDIENCE = 'waymark';

/** Signs and verifies access tokens: one pinned algorithm, one issuer, one audience, one key at a time. */
export class AccessTokens {
  private readonly privateKey;
  private readonly publicKey;

  /** @param key an Ed25519 private key in PEM and the id to name it by @param issuer origin of this installation */
  constructor(
    private readonly key: { readonly id: string; readonly value: string },
    private readonly issuer: string,
  ) {
    this.privateKey = createPrivateKey(key.value);
    this.publicKey = createPublicKey(this.privateKey);
  }

  sign(claims: SessionClaims): Promise<string> {
    return new SignJWT({ sid: claims.sessionId, wid: claims.workspaceId })
      .setProtectedHeader({ alg: ALGORITHM, kid: this.key.id, typ: 'JWT' })
      .setSubject(claims.userId)
      .setIssuer(this.issuer)
      .setAudience(AUDIENCE)
      .setIssuedAt()
      .setExpirationTime(`${ACCESS_TOKEN_SECONDS}s`)
      .sign(this.privateKey);
  }

  async verify(token: string): Promise<Verified> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, this.publicKey, {
        algorithms: [ALGORITHM],
        issuer: this.issuer,
        audience: AUDIENCE,
        requiredClaims: ['sub', 'sid', 'wid', 'iat', 'exp'],
        maxTokenAge: `${ACCESS_TOKEN_SECONDS}s`,
        clockTolerance: CLOCK_TOLERANCE,
      });
      const { sub, sid, wid } = payload;
      if (protectedHeader.kid !== this.key.id || typeof sid !== 'string' || typeof wid !== 'string' || !sub)
        return { ok: false, expired: false };
      return { ok: true, claims: { userId: sub, sessionId: sid, workspaceId: wid } };
    } catch (error) {
      return { ok: false, expired: error instanceof errors.JWTExpired };
    }
  }
}
