import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type Egress, EgressFailure, type EgressResponse, egressOf } from '@platform/egress';
import { invalid } from '@platform/http';
import { type Logo, UnusableLogo } from '@platform/qr-images';
import type { ReadStore } from '@platform/read-store';
import type { GatewayConfig } from '../core.module';
import { FetchTurns } from '../fetch-turns';
import { CONFIG, READ_STORE } from '../tokens';
import { QrDrawing } from './qr-drawing';

const MOST_BYTES = 256 * 1024;
/** The wait for a turn included. Below the 10 s for which a request holds its Idempotency-Key. */
const DEADLINE_MS = 5_000;
const REDIRECTS = 3;

/** Fetches each logo once, and keeps the PNG made of it. */
@Injectable()
export class QrLogos implements OnApplicationShutdown {
  private readonly egress: Egress;
  private readonly turns = new FetchTurns();

  constructor(
    @Inject(CONFIG) config: GatewayConfig,
    @Inject(READ_STORE) private readonly store: Pick<ReadStore, 'inWorkspace'>,
    private readonly drawing: QrDrawing,
  ) {
    this.egress = egressOf(config);
  }

  /** The problem with a URL, before it is fetched; null if there is none. */
  problemWith(url: string): string | null {
    return this.egress.problemWith(url);
  }

  /**
   * Fetches a logo and keeps it.
   * @returns its hash
   * @throws Rejection at `body.logo_url`
   * @throws HttpProblem `rate_limited` or `unavailable` when the workspace, or all, fetch or draw too many
   */
  async keep(workspaceId: string, url: string): Promise<string> {
    const logo = await this.fetch(workspaceId, url);
    await this.store.inWorkspace(workspaceId, async (client) => {
      await client.query(
        `INSERT INTO qr_logos (workspace_id, hash, png, stored_at) VALUES ($1, $2, $3, waymark_now())
         ON CONFLICT (workspace_id, hash) DO UPDATE SET stored_at = excluded.stored_at`,
        [workspaceId, logo.hash, logo.png],
      );
      // Logos without a QR code, except recent ones: their QR code may not be created yet.
      await client.query(
        `DELETE FROM qr_logos l WHERE workspace_id = $1 AND stored_at < waymark_now() - interval '10 minutes'
           AND NOT EXISTS (SELECT FROM qr_codes q WHERE q.workspace_id = $1 AND q.logo_hash = l.hash)`,
        [workspaceId],
      );
    });
    return logo.hash;
  }

  /** Whether a logo is kept. One that was lost with Postgres is not, while its hash is in events. */
  async has(workspaceId: string, hash: string): Promise<boolean> {
    return this.store.inWorkspace(workspaceId, async (client) => {
      const text = 'SELECT FROM qr_logos WHERE workspace_id = $1 AND hash = $2';
      return (await client.query(text, [workspaceId, hash])).rowCount === 1;
    });
  }

  async png(workspaceId: string, hash: string): Promise<Buffer | undefined> {
    return this.store.inWorkspace(workspaceId, async (client) => {
      const text = 'SELECT png FROM qr_logos WHERE workspace_id = $1 AND hash = $2';
      return (await client.query<{ png: Buffer }>(text, [workspaceId, hash])).rows[0]?.png;
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.egress.close();
  }

  private async fetch(workspaceId: string, url: string): Promise<Logo> {
    try {
      const { status, body } = await this.request(workspaceId, url);
      if (status !== 200) throw new UnusableLogo(`answers with the status ${status}`);
      return await this.drawing.logo(body, workspaceId);
    } catch (error) {
      if (error instanceof EgressFailure || error instanceof UnusableLogo)
        throw invalid('body.logo_url', error.message);
      throw error;
    }
  }

  private request(workspaceId: string, url: string): Promise<EgressResponse> {
    const until = performance.now() + DEADLINE_MS;
    return this.turns.take(workspaceId, () =>
      this.egress.request(url, {
        deadlineMs: Math.max(1, until - performance.now()),
        maxBytes: MOST_BYTES,
        redirects: REDIRECTS,
        headers: { accept: 'image/png, image/jpeg' },
      }),
    );
  }
}
