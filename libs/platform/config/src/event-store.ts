import { resolve } from 'node:path';
import { certificateProblem } from './certificate';
import type { Variables } from './schema';

type Given = Readonly<Record<string, string | undefined>>;

/** Problems of the event store's variables together, which are not found before a connection is made. */
export const eventStoreProblems = ({ EVENTSTORE_URL: url, EVENTSTORE_CA: ca }: Given, cwd: string): string[] => {
  if (!url) return ca ? ['EVENTSTORE_CA has no effect without EVENTSTORE_URL'] : [];
  const secure = !/[?&]tls=false(&|$)/i.test(url);
  const named = tlsFile(url);
  return [
    ...(secure && !hasAccount(url)
      ? ['EVENTSTORE_URL needs a user and a password (esdb://user:password@host), or tls=false']
      : []),
    ...(ca && !secure ? ['EVENTSTORE_CA has no effect beside tls=false in EVENTSTORE_URL'] : []),
    ...(ca && named ? ['EVENTSTORE_CA and tlsCAFile in EVENTSTORE_URL name the same thing: leave one out'] : []),
    ...unusable('EVENTSTORE_CA', ca, cwd),
    ...unusable('EVENTSTORE_URL names a file of authorities (tlsCAFile) that', named, cwd),
  ];
};

/** The connection string, with the authorities of EVENTSTORE_CA. The variables must have no problems. */
export const eventStoreUrlOf = (
  { EVENTSTORE_URL: url, EVENTSTORE_CA: ca }: Pick<Variables, 'EVENTSTORE_URL' | 'EVENTSTORE_CA'>,
  cwd: string,
): string | undefined =>
  url && ca ? `${url}${url.includes('?') ? '&' : '?'}tlsCAFile=${encodeURIComponent(resolve(cwd, ca))}` : url;

/** Whether a connection string has a user with a password, or a certificate in their place. */
const hasAccount = (url: string): boolean => /^[^:]+:\/\/[^:@/]+:[^@]+@/.test(url) || /[?&]userCertFile=/i.test(url);

const tlsFile = (url: string): string | undefined => {
  const [, file] = /[?&]tlsCAFile=([^&]*)/i.exec(url) ?? [];
  return file && decodeURIComponent(file);
};

const unusable = (what: string, file: string | undefined, cwd: string): string[] => {
  const problem = file && certificateProblem(resolve(cwd, file));
  return problem ? [`${what} ${problem}`] : [];
};
