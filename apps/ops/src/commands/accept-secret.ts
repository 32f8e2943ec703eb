import type { Pool } from 'pg';
import {
  type Config,
  SECRET_VARIABLES,
  type Secret,
  type SecretKind,
  renewStoredSecret,
  secretOf,
  storedSecret,
} from '@platform/config';
import { demandConsent } from '../consent';
import { Failure, WrongUse } from '../failure';
import type { Installation } from '../installation';
import type { CommandReport } from '../output';

interface Options {
  /** Ask nothing. */
  readonly yes: boolean;
}

const KINDS = Object.keys(SECRET_VARIABLES) as SecretKind[];

/** What ends with the former value. */
const LOST: Readonly<Record<SecretKind, readonly string[]>> = {
  jwtPrivateKey: ['Access tokens that were issued until now are refused. Users who are logged in refresh and go on.'],
  visitorSecret: ['Visitors of today may count as new once more.'],
  keyPepper: [
    'Every API key is refused for good: log in, and rotate each key that is in use.',
    'Webhooks have no secret any more, and their deliveries wait: rotate the secret of each.',
    'Pending invitations and sign-ups end: invite again. A request that is repeated under an Idempotency-Key of',
    'before is executed again.',
  ],
};

/**
 * `ops secrets accept <name>`: exchanges a secret that others may know. Takes the new value from the environment of the
 * product; where `secrets.json` holds the secret, it makes a new one there. May be repeated after an interruption.
 */
export const acceptSecret = async (
  { config, pool, product }: Installation,
  variable: string,
  { yes }: Options,
): Promise<CommandReport> => {
  const kind = KINDS.find((one) => SECRET_VARIABLES[one] === variable);
  if (!kind) throw new WrongUse(`there is no secret ${variable}, only ${Object.values(SECRET_VARIABLES).join(', ')}`);
  if (product === 'running') throw new Failure('Waymark runs, with the former secret. Stop it first.');
  const former = await acceptedId(pool, variable);
  const present = presentSecret(config, kind, former);
  const lost = LOST[kind];
  if (!yes)
    await demandConsent({
      warning: `This exchanges ${variable}.\n${lost.join('\n')}\nThe name of the secret is ${variable}\n`,
      expected: variable,
      word: 'its name',
    });
  // The file comes first: after an interruption it has another value, and the next run takes that one.
  const secret = present ?? (await renewStoredSecret(config.dataDir, kind));
  await accept(pool, kind, secret);
  return {
    value: { accepted: variable, made: present === undefined },
    lines: [
      present ? `${variable} is accepted.` : `A new ${variable} was made in ${config.dataDir}, and is accepted.`,
      ...lost,
    ],
  };
};

/** @returns undefined where a new one is to be made in the file */
const presentSecret = ({ secrets, dataDir }: Config, kind: SecretKind, former: string): Secret | undefined => {
  const variable = SECRET_VARIABLES[kind];
  const given = secrets[kind];
  const present = given === undefined ? storedSecret(dataDir, kind) : secretOf(kind, given);
  if (!present)
    throw new Failure(`${variable} is not at hand. Run this with the new value, in the environment of the product.`);
  if (present.id !== former) return present;
  if (given === undefined) return undefined;
  throw new Failure(`${variable} is the former one. Give the product the new value first, and run this with it.`);
};

const nameOf = (variable: string): string => `fingerprint of ${variable}`;

const acceptedId = async (pool: Pool, variable: string): Promise<string> => {
  const { rows } = await pool.query<{ value: string }>('SELECT value FROM settings WHERE name = $1', [
    nameOf(variable),
  ]);
  if (!rows[0])
    throw new Failure(`This database has not been used with a ${variable} yet. There is nothing to exchange.`);
  return rows[0].value;
};

/** Secrets of webhooks that are sealed under a former pepper cannot be opened, and would hold up those of others. */
const ACCEPT = `
  WITH forgotten AS (DELETE FROM webhook_secrets WHERE $3)
  UPDATE settings SET value = $2 WHERE name = $1`;

const accept = async (pool: Pool, kind: SecretKind, { id }: Secret): Promise<void> => {
  await pool.query(ACCEPT, [nameOf(SECRET_VARIABLES[kind]), id, kind === 'keyPepper']);
};
