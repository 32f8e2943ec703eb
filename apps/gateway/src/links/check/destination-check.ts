import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type Egress, EgressFailure, type EgressResponse, egressOf } from '@platform/egress';
import type { GatewayConfig } from '../../core.module';
import { FetchTurns } from '../../fetch-turns';
import { CONFIG } from '../../tokens';
import { pageTitle } from './page-title';

/** What became of a look at a destination. */
export interface Checked {
  readonly reachable: boolean;
  readonly status: number | null;
  readonly final_url: string | null;
  readonly redirects: number | null;
  readonly content_type: string | null;
  readonly title: string | null;
  readonly error: 'unreachable' | 'late' | 'malformed' | null;
}

/** With the wait for a turn, below the 10 s for which a request holds its Idempotency-Key. */
const DEADLINE_MS = 5_000;
const REDIRECTS = 5;
/** A title is near the beginning of its page. */
const MOST_BYTES = 64 * 1024;

/** Looks at destinations of links through the egress guard, in fair shares by workspace. */
@Injectable()
export class DestinationCheck implements OnApplicationShutdown {
  private readonly egress: Egress;
  private readonly turns = new FetchTurns();

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    this.egress = egressOf(config, { plainHttp: true });
  }

  /** @throws HttpProblem rate_limited, or unavailable when too many wait */
  async check(url: string, workspaceId: string): Promise<Checked> {
    try {
      return checkedOf(await this.turns.take(workspaceId, () => this.look(url)));
    } catch (error) {
      if (!(error instanceof EgressFailure)) throw error;
      return { ...NOTHING, error: errorOf(error) };
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.egress.close();
  }

  /** By a HEAD where that is enough: for what has no title, from a server that knows the method. */
  private async look(url: string): Promise<EgressResponse> {
    const until = performance.now() + DEADLINE_MS;
    const ask = (method: 'GET' | 'HEAD') =>
      this.egress.request(url, {
        method,
        deadlineMs: Math.max(1, until - performance.now()),
        maxBytes: MOST_BYTES,
        longer: 'cut',
        redirects: REDIRECTS,
      });
    const head = await ask('HEAD').catch((error: unknown) => {
      // Some servers break off at a HEAD. What is refused or late stays so.
      if (error instanceof EgressFailure && (error.kind === 'malformed' || error.kind === 'unreachable')) return null;
      throw error;
    });
    return head && head.status < 400 && !isPage(head) ? head : ask('GET');
  }
}

const NOTHING = {
  reachable: false,
  status: null,
  final_url: null,
  redirects: null,
  content_type: null,
  title: null,
} as const;

const isPage = ({ headers }: EgressResponse): boolean =>
  /^(text\/html|application\/xhtml)/i.test(typeOf(headers) ?? '');

const typeOf = (headers: EgressResponse['headers']): string | null => headers['content-type']?.slice(0, 255) ?? null;

const checkedOf = (response: EgressResponse): Checked => ({
  reachable: true,
  status: response.status,
  final_url: response.url,
  redirects: response.redirects,
  content_type: typeOf(response.headers),
  title: isPage(response) ? pageTitle(response.body, response.headers['content-type'] ?? '') : null,
  error: null,
});

/** What the guard refuses looks like what is not there, so that nobody learns about the network of this installation. */
const errorOf = ({ kind }: EgressFailure): NonNullable<Checked['error']> => {
  if (kind === 'late') return 'late';
  return kind === 'malformed' || kind === 'too_large' ? 'malformed' : 'unreachable';
};
