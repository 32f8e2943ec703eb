import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { makeOnce, writeDurably } from '@platform/files';
import { codeOf } from './errno';
import { ConfigError } from './schema';

export type SecretKind = 'keyPepper' | 'jwtPrivateKey' | 'visitorSecret';

export const SECRET_VARIABLES = {
  keyPepper: 'KEY_PEPPER',
  jwtPrivateKey: 'JWT_PRIVATE_KEY',
  visitorSecret: 'VISITOR_SECRET',
} as const;

/** `id` is a fingerprint of the value. It is stored beside the protected data and reveals that a secret has changed. */
export interface Secret {
  readonly id: string;
  readonly value: string;
}

export type Secrets = Readonly<Record<SecretKind, Secret>>;

const stored = z.strictObject({
  keyPepper: z.string().min(32),
  jwtPrivateKey: z.string(),
  visitorSecret: z.string().min(32),
});

/**
 * The secrets of this installation. Missing ones are read from `dataDir/secrets.json`, which is made (mode 0600,
 * fsynced, all or nothing) if absent; two processes that make it at once both get the same secrets.
 * @throws ConfigError when the file exists but is damaged: secrets are never silently made anew.
 */
export const ensureSecrets = (dataDir: string, given: Partial<Record<SecretKind, string>> = {}): Secrets => {
  const complete = given.keyPepper && given.jwtPrivateKey && given.visitorSecret;
  const values = { ...(complete ? {} : readOrMake(join(dataDir, 'secrets.json'))), ...given } as Record<
    SecretKind,
    string
  >;
  return {
    keyPepper: secretOf('keyPepper', values.keyPepper),
    jwtPrivateKey: secretOf('jwtPrivateKey', values.jwtPrivateKey),
    visitorSecret: secretOf('visitorSecret', values.visitorSecret),
  };
};

/**
 * Secrets of an app that shares them with others, and so may not make its own.
 * @throws ConfigError when one of them was not given
 */
export const demandSecrets = <K extends SecretKind>(
  given: Partial<Record<SecretKind, string>>,
  kinds: readonly K[],
): Pick<Secrets, K> =>
  Object.fromEntries(
    kinds.map((kind) => {
      const value = given[kind];
      if (!value) throw new ConfigError([`${SECRET_VARIABLES[kind]} is required by this app`]);
      return [kind, secretOf(kind, value)];
    }),
  ) as Pick<Secrets, K>;

/** What `dataDir/secrets.json` holds; undefined where there is no such file. @throws ConfigError when it is damaged */
export const storedSecret = (dataDir: string, kind: SecretKind): Secret | undefined => {
  const values = read(join(dataDir, 'secrets.json'));
  return values && secretOf(kind, values[kind]);
};

/** Puts a new value in the place of a secret that `dataDir/secrets.json` holds. Nobody may use the file meanwhile. */
export const renewStoredSecret = async (dataDir: string, kind: SecretKind): Promise<Secret> => {
  const path = join(dataDir, 'secrets.json');
  const renewed = { ...readOrMake(path), [kind]: MAKERS[kind]() };
  // Root may exchange it for a product that runs as another account.
  await writeDurably(path, `${JSON.stringify(renewed, null, 2)}\n`, { keepOwner: true });
  return secretOf(kind, renewed[kind]);
};

export const secretOf = (kind: SecretKind, value: string): Secret => {
  const pem = kind === 'jwtPrivateKey' ? pemOf(value) : value;
  const fingerprinted = kind === 'jwtPrivateKey' ? createPublicKey(pem).export({ type: 'spki', format: 'der' }) : pem;
  return {
    id: createHash('sha256').update(`waymark/${kind}/`).update(fingerprinted).digest('hex').slice(0, 16),
    value: pem,
  };
};

/** Line breaks may arrive as `\n` in two characters, since many environments cannot hold real ones. */
const pemOf = (value: string): string => value.replaceAll('\\n', '\n');

export const isSigningKey = (value: string): boolean => {
  try {
    return createPrivateKey(pemOf(value)).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
};

const readOrMake = (path: string): Record<SecretKind, string> => read(path) ?? make(path);

const read = (path: string): Record<SecretKind, string> | undefined => {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  const damaged = new ConfigError([
    `${path} is damaged; restore it from a backup, or remove it to lose all keys and sessions`,
  ]);
  let values: unknown;
  try {
    values = JSON.parse(content);
  } catch {
    throw damaged;
  }
  const checked = stored.safeParse(values);
  if (!checked.success || !isSigningKey(checked.data.jwtPrivateKey)) throw damaged;
  return checked.data;
};

/** A new value of each kind. */
const MAKERS: Readonly<Record<SecretKind, () => string>> = {
  keyPepper: () => randomBytes(32).toString('base64url'),
  jwtPrivateKey: () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  visitorSecret: () => randomBytes(32).toString('base64url'),
};

const make = (path: string): Record<SecretKind, string> => {
  const values = {
    keyPepper: MAKERS.keyPepper(),
    jwtPrivateKey: MAKERS.jwtPrivateKey(),
    visitorSecret: MAKERS.visitorSecret(),
  };
  mkdirSync(dirname(path), { recursive: true });
  makeOnce(path, `${JSON.stringify(values, null, 2)}\n`);
  return read(path) ?? values;
};
