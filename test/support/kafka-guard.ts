import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What guards a broker: the certificate of a test authority, and one account, for `plain` and `scram-sha-512`. */
export interface Guard {
  /** Path of the authority's certificate, in PEM. */
  readonly ca: string;
  readonly username: string;
  readonly password: string;
  /** For the broker's settings, with a listener named SASL_SSL. */
  readonly settings: Readonly<Record<string, string | number>>;
  /** For the formatting of its storage, which holds SCRAM accounts. */
  readonly accounts: readonly string[];
}

const USERNAME = 'waymark';
const PASSWORD = 'Correct-Horse/Battery+Staple';
/** Of the key stores, which live as long as the test. */
const STORE_PASSWORD = 'for the time of a test';
const NEW_PAIR = ['-genkeypair', '-keyalg', 'EC', '-groupname', 'secp256r1', '-validity', '2'];
const MODULES = 'org.apache.kafka.common.security';

/**
 * Created by Java's keytool, so that only Java is needed.
 * @param reauthenticateMs after this time a connection has to authenticate again
 */
export const makeGuard = async (folder: string, reauthenticateMs: number): Promise<Guard> => {
  const [authority, broker, ca, request, chain] = [
    'authority.p12',
    'broker.p12',
    'ca.pem',
    'broker.csr',
    'chain.pem',
  ].map((name) => join(folder, name)) as [string, string, string, string, string];
  await keytool(
    authority,
    ...NEW_PAIR,
    '-alias',
    'authority',
    '-dname',
    'CN=Authority of a test',
    '-ext',
    'bc:critical=ca:true',
  );
  const root = await keytool(authority, '-exportcert', '-rfc', '-alias', 'authority');
  await keytool(broker, ...NEW_PAIR, '-alias', 'broker', '-dname', 'CN=Broker of a test');
  writeFileSync(request, await keytool(broker, '-certreq', '-alias', 'broker'));
  const signed = await keytool(
    authority,
    '-gencert',
    '-rfc',
    '-alias',
    'authority',
    '-infile',
    request,
    '-ext',
    'san=ip:127.0.0.1',
    '-validity',
    '2',
  );
  writeFileSync(chain, signed + root);
  await keytool(broker, '-importcert', '-noprompt', '-alias', 'broker', '-file', chain);
  writeFileSync(ca, root);
  const accounts = ['--add-scram', `SCRAM-SHA-512=[name=${USERNAME},password=${PASSWORD}]`];
  return { ca, username: USERNAME, password: PASSWORD, settings: settingsOf(broker, reauthenticateMs), accounts };
};

const keytool = async (store: string, ...args: readonly string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)('keytool', [
    ...args,
    '-keystore',
    store,
    '-storetype',
    'PKCS12',
    '-storepass',
    STORE_PASSWORD,
  ]);
  return stdout;
};

const settingsOf = (keystore: string, reauthenticateMs: number): Guard['settings'] => ({
  'ssl.keystore.location': keystore,
  'ssl.keystore.type': 'PKCS12',
  'ssl.keystore.password': STORE_PASSWORD,
  'ssl.key.password': STORE_PASSWORD,
  'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,SASL_SSL:SASL_SSL,CONTROLLER:PLAINTEXT',
  'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-512',
  'listener.name.sasl_ssl.plain.sasl.jaas.config': `${MODULES}.plain.PlainLoginModule required user_${USERNAME}="${PASSWORD}";`,
  'listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config': `${MODULES}.scram.ScramLoginModule required;`,
  'connections.max.reauth.ms': reauthenticateMs,
});
