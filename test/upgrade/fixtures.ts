import { execFileSync } from 'node:child_process';
import { existsSync, lchownSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, constants } from 'node:zlib';
import { accountFor } from '../../libs/platform/engines/src/account';

const FIXTURES = join(__dirname, 'fixtures');

/** One request and the answer of the fixture's version. */
export interface Asked<B = unknown> {
  readonly path: string;
  readonly body: B;
  readonly etag?: string;
}

export interface Listed {
  readonly data: readonly Readonly<Record<string, unknown>>[];
}

/** What answers.mjs has written about a directory. */
export interface Answers {
  /** Absent: before data had a version. */
  readonly data_version?: number;
  readonly public_url: string;
  readonly made_at: string;
  readonly api_key: string;
  readonly credentials: readonly {
    readonly key: string;
    readonly status: number;
    readonly code?: string;
    readonly id?: string;
  }[];
  readonly logins: readonly {
    readonly email: string;
    readonly password: string;
    readonly status: number;
    readonly user?: string;
  }[];
  readonly redirects: readonly {
    readonly path: string;
    /** Absent: that of public_url. */
    readonly host?: string;
    readonly status: number;
    readonly location?: string;
  }[];
  readonly links: readonly Asked<Listed | Readonly<Record<string, unknown>>>[];
  readonly keys: readonly Asked<Listed | Readonly<Record<string, unknown>>>[];
  readonly workspace: readonly Asked[];
  /** Whatever else there was; absent: before there was more. */
  readonly resources?: readonly Asked[];
  /** Forgotten 30 days after their end. */
  readonly imports?: readonly Asked[];
  /** Visits of links with passwords or click limits, in this order. The right ones count. */
  readonly guarded?: readonly {
    readonly method: string;
    readonly path: string;
    readonly body?: object;
    readonly status: number;
    readonly location?: string;
  }[];
  /** With bodies of `POST /v1/auth/accept`: of a token that is valid until then, and of one that another has replaced. */
  readonly invitations?: readonly {
    readonly email: string;
    readonly role: string;
    readonly expires_at: string;
    readonly accept: object;
    readonly refused: object;
  }[];
  /** Of links whose clicks were all loaded. */
  readonly analytics: readonly Asked<Readonly<Record<string, unknown>>>[];
  readonly totals_at: string;
  readonly events: Asked<Listed>;
  readonly export: Asked<string>;
  /** By link, with the clicks of the journal: by people, by distinct people, by bots. */
  readonly counters: Readonly<Record<string, readonly [number, number, number]>>;
  readonly clicks: { readonly loaded: number; readonly in_journal: number };
}

/** Names of all fixtures, oldest first. */
export const fixtures = (): readonly string[] => readdirSync(FIXTURES).sort();

/** Names of the fixtures that have this file, oldest first. */
export const fixturesWith = (file: string): readonly string[] =>
  fixtures().filter((fixture) => existsSync(join(FIXTURES, fixture, file)));

/** A file of JSON that make-messages.mjs has written. */
export const contentOf = <T>(fixture: string, file: string): T =>
  JSON.parse(readFileSync(join(FIXTURES, fixture, file), 'utf8')) as T;

/** A message of a topic; bytes are in base64. */
export interface RawMessage {
  readonly key: string | null;
  readonly value: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

export const bytesOf = (coded: string): Buffer => Buffer.from(coded, 'base64');

export const headersOf = ({ headers }: RawMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, bytesOf(value).toString()]));

export const answersOf = (fixture: string): Answers =>
  JSON.parse(readFileSync(join(FIXTURES, fixture, 'answers.json'), 'utf8')) as Answers;

/**
 * Unpacks a directory as it was when killed.
 * @param folder one that the account of the database can enter.
 * @returns its path
 */
export const unpack = async (fixture: string, folder: string): Promise<string> => {
  const packed = readFileSync(join(FIXTURES, fixture, 'directory.tar.br'));
  const input = brotliDecompressSync(packed, { params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 } });
  execFileSync('tar', ['-x', '-o', '-f', '-', '-C', folder], { input });
  const directory = join(folder, 'directory');
  await giveToDatabase(join(directory, 'postgres'));
  return directory;
};

/** The archive has no owners. As root, the database belongs to the account that runs it. */
const giveToDatabase = async (directory: string): Promise<void> => {
  const account = await accountFor(directory);
  if (!account) return;
  for (const name of ['.', ...readdirSync(directory, { recursive: true, encoding: 'utf8' })])
    lchownSync(join(directory, name), account.uid, account.gid);
};
