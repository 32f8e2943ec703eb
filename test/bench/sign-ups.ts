// Whether the time of an answer tells if an e-mail address has an account: sign-ups that are confirmed by mail, of known
// and of unknown addresses in turn, through the whole product: `node -r ./test/support/typescript.cjs
// test/bench/sign-ups.ts [pairs]`.
import { someone } from '../api/support/members';
import { registerByMail, signUp } from '../api/support/signup-by-mail';
import { startSmtpServer } from '../support/smtp-server';
import { type Product, startWaymark } from '../support/waymark';

const PAIRS = Number(process.argv[2] ?? 200);
/** An address may sign up three times in a minute. */
const TIMES_EACH = 2;
const QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95];

const timed = async (product: Product, email: string): Promise<number> => {
  const began = performance.now();
  const { status, text } = await signUp(product, { email });
  if (status !== 202) throw new Error(`answered ${status}: ${text}`);
  return performance.now() - began;
};

const sorted = (values: readonly number[]) => [...values].sort((one, other) => one - other);
const quantile = (values: readonly number[], share: number) =>
  sorted(values)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? NaN;

/** The chance that a known address takes longer than an unknown one: 0.5 where the time tells nothing. */
const chanceOfLonger = (known: readonly number[], unknown: readonly number[]): number => {
  const wins = known.flatMap((one) => unknown.map((other) => Number(one > other) + Number(one === other) / 2));
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
};

const main = async (): Promise<void> => {
  const server = await startSmtpServer();
  const product = await startWaymark({ env: { SIGNUP: 'open', SMTP_URL: server.url, TRUST_PROXY: 'loopback' } });
  try {
    const accounts: string[] = [];
    while (accounts.length < PAIRS / TIMES_EACH) accounts.push((await registerByMail(product, server)).email);
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let index = 0; index < PAIRS; index += 1) {
      const known = async () => times.known.push(await timed(product, accounts[index % accounts.length] ?? ''));
      const unknown = async () => times.unknown.push(await timed(product, someone()));
      for (const ask of index % 2 === 0 ? [known, unknown] : [unknown, known]) await ask();
    }
    print(times);
  } finally {
    await product.stop();
    await server.close();
  }
};

const print = (times: { readonly known: readonly number[]; readonly unknown: readonly number[] }): void => {
  for (const [kind, values] of Object.entries(times)) {
    const figures = QUANTILES.map((share) => `p${share * 100} ${quantile(values, share).toFixed(1)}`);
    console.log(`${kind.padEnd(8)} n=${values.length}  ${figures.join('  ')} ms`);
  }
  console.log(
    `a known address takes longer in ${(chanceOfLonger(times.known, times.unknown) * 100).toFixed(1)} % of pairs`,
  );
};

void main();
