import type { Link, Waymark } from '../index.js';
import type { Command, Invocation } from './command.js';
import { CheckFailed, number, text, texts } from './arguments.js';

const AT_ONCE = 8;
const WITHIN_MS = 10_000;
const REDIRECTS: readonly number[] = [301, 302, 307, 308];
/** Such a link does not lead to its destination, though one with an `expired_url` redirects. */
const ENDED: readonly string[] = ['disabled', 'expired'];
/** What is wrong with an archived link, whose status does not say that it has expired as well. */
const ENDS: Readonly<Record<string, string>> = { expired: 'has expired', click_limit_reached: 'has reached its limit' };

interface Finding {
  readonly short_url: string;
  readonly ok: boolean;
  /** Null where there was no answer. */
  readonly status: number | null;
  readonly location: string | null;
  readonly problem: string | null;
}

const check: Command['run'] = async (invocation) => {
  const { waymark, values, output } = invocation;
  const tags = texts(values, 'tag');
  const query = { ...(tags.length > 0 ? { tags } : {}), domain: text(values, 'domain'), limit: 100 };
  const atOnce = number(values, 'parallel', 1, 100) ?? AT_ONCE;
  const findings: Finding[] = [];
  const links = waymark.links.list(query)[Symbol.asyncIterator]();
  // Each takes the next link when it is done with one, so no page is held longer than needed.
  const work = async () => {
    for (let next = await links.next(); !next.done; next = await links.next()) {
      findings.push(await findingOf(next.value, waymark));
      output.progress(`${findings.length} links, ${findings.filter(({ ok }) => !ok).length} failed …`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  output.clear();
  report(findings, invocation);
};

/** A HEAD: it is answered as a visit is, and counts no click. */
const findingOf = async (link: Link, waymark: Waymark): Promise<Finding> => {
  const { short_url, status: state } = link;
  try {
    const { status, headers } = await fetch(short_url, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    const location = headers.get('location');
    const redirects = REDIRECTS.includes(status) && location !== null;
    const end = redirects && state === 'archived' ? await endOf(link, waymark) : undefined;
    const ok = redirects && !ENDED.includes(state) && end === undefined;
    const problems = [
      redirects ? `answered ${status}` : `answered ${status}, which is no redirect`,
      ...(state === 'active' ? [] : [`the link is ${state}${end === undefined ? '' : ` and ${end}`}`]),
    ];
    return { short_url, ok, status, location, problem: ok ? null : problems.join(': ') };
  } catch (error) {
    const { message, cause } = error as { message: string; cause?: { code?: string; message?: string } };
    return { short_url, ok: false, status: null, location: null, problem: cause?.code ?? cause?.message ?? message };
  }
};

/** How an archived link has ended, if it has. */
const endOf = async ({ id }: Link, { links }: Waymark): Promise<string | undefined> =>
  ENDS[(await links.resolve({ link_id: id })).outcome];

const report = (findings: readonly Finding[], { output, values }: Invocation): void => {
  const failed = findings.filter(({ ok }) => !ok);
  if (output.isJson) output.json({ checked: findings.length, failed });
  else if (failed.length > 0)
    output.table([['SHORT URL', 'PROBLEM'], ...failed.map(({ short_url, problem }) => [short_url, problem ?? ''])]);
  else output.line(`${findings.length} links redirect.`);
  if (failed.length > 0) throw new CheckFailed(`${failed.length} of ${findings.length} links do not redirect`);
  // A deployment that created nothing is not one that works.
  if (findings.length === 0 && values['allow-none'] !== true) throw new CheckFailed('there is no such link');
};

export const checkCommand: Command = {
  name: 'links check',
  summary: 'Asks for each short URL, and expects a redirect from it: 301, 302, 307 or 308. Counts no clicks.',
  options: {
    tag: { type: 'string', multiple: true },
    domain: { type: 'string' },
    parallel: { type: 'string' },
    'allow-none': { type: 'boolean' },
  },
  help: {
    tag: 'links with this tag; may be repeated: with any of them',
    domain: 'links of this host',
    parallel: `so many at once; absent: ${AT_ONCE}`,
    'allow-none': 'is content if there is no such link',
  },
  run: check,
};
