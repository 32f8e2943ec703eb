import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { parseEnv } from 'node:util';
import { mmdb } from '../../../../test/support/mmdb';
import { ConfigError, loadConfig, VARIABLES } from '.';

const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'config-'));
  folders.push(made);
  return made;
};
afterAll(() => folders.forEach((made) => rmSync(made, { recursive: true })));

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    loadConfig(env, { cwd: folder() });
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

describe('loadConfig', () => {
  it('needs nothing: every variable has a default or an embedded service', () => {
    const cwd = folder();
    expect(loadConfig({}, { cwd })).toEqual({
      port: 3000,
      statusPort: 3001,
      metricsPort: undefined,
      redirectWorkers: undefined,
      shutdownDelayMs: undefined,
      publicUrl: 'http://localhost:3000',
      shortHosts: ['localhost:3000', '127.0.0.1:3000'],
      corsOrigins: [],
      dataDir: join(cwd, 'data'),
      databaseUrl: undefined,
      eventStoreUrl: undefined,
      clickHouseUrl: undefined,
      kafka: undefined,
      defaultPlan: 'pro',
      signup: 'closed',
      signupLimit: 60,
      logLevel: 'info',
      mail: undefined,
      trustProxy: false,
      dnsServers: [],
      egressAllow: [],
      deepLinks: { apple_app_site_association: undefined, assetlinks: undefined },
      geoipDb: undefined,
      clickRetention: { free: 0, pro: 0, enterprise: 0 },
      bootstrap: { email: undefined, password: undefined, plan: 'enterprise' },
      secrets: {},
    });
  });

  it('takes a mail server, and derives the sender from the public address unless it is named', () => {
    const mailOf = (env: Record<string, string>) => loadConfig(env, { cwd: folder() }).mail;
    const SMTP_URL = 'smtps://waymark:secret@mail.example.com';
    expect(mailOf({ SMTP_URL, PUBLIC_URL: 'https://go.example.com' })).toEqual({
      smtpUrl: SMTP_URL,
      from: 'waymark@go.example.com',
    });
    expect(mailOf({ SMTP_URL, MAIL_FROM: 'links@example.com' })?.from).toBe('links@example.com');
    expect(mailOf({ MAIL_FROM: 'links@example.com' })).toBeUndefined();
    expect(problemsOf({ SMTP_URL: 'mail.example.com', MAIL_FROM: 'nobody' })).toEqual([
      expect.stringMatching(/^SMTP_URL must be a URL starting with smtp:/),
      'MAIL_FROM must be an e-mail address',
    ]);
  });

  it('takes the origins of pages as a list, each once', () =>
    expect(
      loadConfig(
        { CORS_ORIGINS: 'https://App.example.com/, http://localhost:5173,https://app.example.com' },
        { cwd: folder() },
      ).corsOrigins,
    ).toEqual(['https://app.example.com', 'http://localhost:5173']));

  it('takes the short host from the public address unless hosts are named', () => {
    const cwd = folder();
    expect(loadConfig({ PUBLIC_URL: 'https://Go.Example.com/' }, { cwd })).toMatchObject({
      publicUrl: 'https://go.example.com',
      shortHosts: ['go.example.com'],
    });
    expect(
      loadConfig({ PORT: '4000', SHORT_HOSTS: 'A.example, b.example:8080,a.example,[::1]:3000' }, { cwd }).shortHosts,
    ).toEqual(['a.example', 'b.example:8080', '[::1]:3000']);
    expect(loadConfig({ PORT: '4000' }, { cwd })).toMatchObject({
      publicUrl: 'http://localhost:4000',
      shortHosts: ['localhost:4000', '127.0.0.1:4000'],
    });
  });

  it('says in a sentence that .env cannot be read', () => {
    const cwd = folder();
    mkdirSync(join(cwd, '.env'));
    expect(() => loadConfig({}, { cwd })).toThrow(ConfigError);
    expect(() => loadConfig({}, { cwd })).toThrow(/\.env is a folder, and must be a file or absent/);
  });

  it('reports all problems at once and repeats no value', () => {
    const env = {
      PORT: '99999',
      PUBLIC_URL: 'ftp://hunter2',
      LOG_LEVEL: 'loud',
      SIGNUP: 'maybe',
      BOOTSTRAP_PASSWORD: 'hunter2',
    };
    expect(problemsOf(env).map((line) => line.split(' ')[0])).toEqual([
      'PORT',
      'PUBLIC_URL',
      'SIGNUP',
      'LOG_LEVEL',
      'BOOTSTRAP_PASSWORD',
    ]);
    expect(problemsOf(env).join()).not.toContain('hunter2');
    expect(new ConfigError(problemsOf(env)).message).toContain('5 problems');
  });

  it.each([
    ['PORT', '0'],
    ['PORT', '80a'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['PUBLIC_URL', 'go.example.com'],
    ['PUBLIC_URL', 'https://a.example/path'],
    ['PUBLIC_URL', 'https://u:p@a.example'],
    ['PUBLIC_URL', 'https://a.example?x'],
    ['SHORT_HOSTS', 'http://a.example'],
    ['SHORT_HOSTS', 'a.example/x'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'app.example.com'],
    ['CORS_ORIGINS', 'https://app.example.com/x'],
    ['CORS_ORIGINS', 'https://app.example.com,'],
    ['SHORT_HOSTS', 'a.example,,b.example'],
    ['SHORT_HOSTS', 'a.example:99999'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['EVENTSTORE_URL', 'http://localhost:2113'],
    ['EVENTSTORE_URL', 'esdb://a:2113,:2113'],
    ['EVENTSTORE_URL', 'esdb://'],
    ['EVENTSTORE_URL', 'esdb://a:2113,b:99999'],
    ['CLICKHOUSE_URL', 'localhost:8123'],
    ['DEFAULT_PLAN', 'gold'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'yes'],
    ['KEY_PEPPER', 'short'],
    ['JWT_PRIVATE_KEY', 'not a key'],
    ['BOOTSTRAP_EMAIL', 'nobody'],
    ['BOOTSTRAP_PLAN', 'x'],
    ['KAFKA_BROKERS', 'localhost'],
    ['KAFKA_BROKERS', 'kafka://a:9092'],
    ['KAFKA_BROKERS', 'a:9092,,b:9092'],
    ['KAFKA_BROKERS', 'a:99999'],
    ['REDIRECT_WORKERS', '0'],
    ['REDIRECT_WORKERS', 'two'],
    ['SHUTDOWN_DELAY', '5'],
    ['SHUTDOWN_DELAY', '-1'],
    ['SHUTDOWN_DELAY', '1.5'],
    ['STATUS_PORT', '0'],
    ['GEOIP_DB', '/nowhere/x.mmdb'],
    ['GEOIP_DB', __filename],
    ['BLOCKED_HOSTS', '/nowhere/hosts.txt'],
    ['BLOCKED_HOSTS', __filename],
    ['APPLE_APP_SITE_ASSOCIATION', __filename],
    ['ASSETLINKS', '/nowhere/assetlinks.json'],
    ['CLICK_RETENTION', 'free'],
    ['CLICK_RETENTION', 'gold=1'],
    ['CLICK_RETENTION', 'free=1,free=2'],
    ['CLICK_RETENTION', 'pro=-1'],
    ['DNS_SERVERS', 'dns.example.com'],
    ['DNS_SERVERS', '1.1.1.1:0'],
    ['DNS_SERVERS', '1.1.1.1:65536'],
    ['DNS_SERVERS', '::1:53:x'],
    ['DNS_SERVERS', '1.1.1.1,,1.0.0.1'],
    ['EGRESS_ALLOW', '10.0.0.0/33'],
    ['EGRESS_ALLOW', 'http://hooks.internal'],
    ['EGRESS_ALLOW', 'hooks.internal:8080'],
    ['EGRESS_ALLOW', '127.1'],
    ['EGRESS_ALLOW', '*'],
    ['EGRESS_ALLOW', 'loopback,'],
  ])('refuses %s=%s', (name, value) => {
    expect(problemsOf({ [name]: value }).filter((line) => line.startsWith(`${name} `))).toHaveLength(1);
  });

  it.each([
    'esdb://localhost:2113?tls=false',
    'esdb://u:p%40@a:2113,b:2113,c:2113',
    'esdb+discover://u:p@cluster.example:2113?connectionName=waymark',
    'kurrentdb+discover://u:p@a,b,c',
  ])('takes an EventStoreDB connection string of a cluster: %s', (url) => {
    expect(problemsOf({ EVENTSTORE_URL: url })).toEqual([]);
  });

  describe('for a secure EventStoreDB', () => {
    const url = 'esdb://waymark:hunter2@store.example:2113';

    it('takes its authorities from a file by a path from the working folder', () => {
      const cwd = folder();
      const [pem = ''] = rootCertificates;
      writeFileSync(join(cwd, 'own ca.pem'), pem);
      const urlOf = (env: object) => loadConfig({ ...env }, { cwd }).eventStoreUrl;
      const file = encodeURIComponent(join(cwd, 'own ca.pem'));
      expect(urlOf({ EVENTSTORE_URL: url })).toBe(url);
      expect(urlOf({ EVENTSTORE_URL: url, EVENTSTORE_CA: 'own ca.pem' })).toBe(`${url}?tlsCAFile=${file}`);
      expect(urlOf({ EVENTSTORE_URL: `${url}?connectionName=x`, EVENTSTORE_CA: 'own ca.pem' })).toBe(
        `${url}?connectionName=x&tlsCAFile=${file}`,
      );
    });

    it.each([
      [{ EVENTSTORE_URL: url, EVENTSTORE_CA: 'none.pem' }, /^EVENTSTORE_CA cannot be read \(ENOENT\)$/],
      [{ EVENTSTORE_URL: url, EVENTSTORE_CA: __filename }, /^EVENTSTORE_CA is not a certificate in PEM$/],
      [{ EVENTSTORE_URL: `${url}?tlsCAFile=none.pem` }, /^EVENTSTORE_URL names .* \(tlsCAFile\) that cannot be read/],
      [{ EVENTSTORE_URL: 'esdb://store.example:2113' }, /^EVENTSTORE_URL needs a user and a password/],
    ])('says what is wrong in a sentence, without the password: %j', (env, sentence) => {
      const problems = problemsOf(env);
      expect(problems).toEqual([expect.stringMatching(sentence)]);
      expect(problems.join()).not.toContain('hunter2');
    });

    it('names authorities that have no effect', () => {
      expect(problemsOf({ EVENTSTORE_CA: 'none.pem' })).toEqual(['EVENTSTORE_CA has no effect without EVENTSTORE_URL']);
      expect(problemsOf({ EVENTSTORE_URL: 'esdb://a:2113?tls=false', EVENTSTORE_CA: __filename })).toContain(
        'EVENTSTORE_CA has no effect beside tls=false in EVENTSTORE_URL',
      );
    });
  });

  it('takes name servers with or without a port, and what requests may reach besides the public internet', () => {
    const env = {
      DNS_SERVERS: '10.0.0.2, 10.0.0.3:5353,::1,[::1]:5353',
      EGRESS_ALLOW: '127.0.0.1, 10.0.0.0/8,fd00::/8,Hooks.Internal,localhost',
    };
    expect(loadConfig(env, { cwd: folder() })).toMatchObject({
      dnsServers: ['10.0.0.2', '10.0.0.3:5353', '::1', '[::1]:5353'],
      egressAllow: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8', 'hooks.internal', 'localhost'],
    });
  });

  it('requires shared secrets beside an external database', () => {
    const external = { DATABASE_URL: 'postgres://localhost/waymark' };
    expect(problemsOf(external)).toEqual(
      ['KEY_PEPPER', 'JWT_PRIVATE_KEY', 'VISITOR_SECRET'].map((name) => `${name} is required when DATABASE_URL is set`),
    );
    const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const secrets = {
      KEY_PEPPER: 'p'.repeat(32),
      JWT_PRIVATE_KEY: pem.replaceAll('\n', '\\n'),
      VISITOR_SECRET: 'v'.repeat(32),
    };
    expect(problemsOf({ ...external, ...secrets })).toEqual([]);
  });

  it('takes a geographic database by a path from the working folder', () => {
    const cwd = folder();
    writeFileSync(join(cwd, 'city.mmdb'), mmdb('GeoLite2-City', { '192.0.2.0/24': { country: { iso_code: 'FR' } } }));
    expect(loadConfig({ GEOIP_DB: 'city.mmdb' }, { cwd }).geoipDb).toBe(join(cwd, 'city.mmdb'));
    expect(problemsOf({ GEOIP_DB: 'none.mmdb' })).toEqual(['GEOIP_DB cannot be read (ENOENT)']);
  });

  it('takes an owner of the tables for a server, and not for the embedded database', () => {
    const url = 'postgres://owner:secret@db/waymark';
    expect(problemsOf({ MIGRATIONS_DATABASE_URL: url })).toEqual(['MIGRATIONS_DATABASE_URL goes with DATABASE_URL']);
    expect(problemsOf({ MIGRATIONS_DATABASE_URL: url, DATABASE_URL: url })).not.toContainEqual(
      expect.stringContaining('MIGRATIONS_DATABASE_URL'),
    );
  });

  it('takes a list of blocked hosts by a path from the working folder', () => {
    const cwd = folder();
    writeFileSync(join(cwd, 'hosts.txt'), 'evil.example');
    expect(loadConfig({ BLOCKED_HOSTS: 'hosts.txt' }, { cwd }).blockedHosts).toBe(join(cwd, 'hosts.txt'));
    expect(problemsOf({ BLOCKED_HOSTS: 'none.txt' })).toEqual(['BLOCKED_HOSTS cannot be read (ENOENT)']);
  });

  it('takes the documents of deep links from files by a path from the working folder', () => {
    const cwd = folder();
    const problemsWith = (env: Record<string, string>) => {
      try {
        loadConfig(env, { cwd });
        return [];
      } catch (error) {
        return (error as ConfigError).problems;
      }
    };
    writeFileSync(join(cwd, 'aasa'), '\uFEFF{ "applinks": {} }\n');
    writeFileSync(join(cwd, 'assetlinks.json'), '[]');
    const env = { APPLE_APP_SITE_ASSOCIATION: 'aasa', ASSETLINKS: 'assetlinks.json' };
    expect(loadConfig(env, { cwd }).deepLinks).toEqual({
      apple_app_site_association: '{ "applinks": {} }\n',
      assetlinks: '[]',
    });
    expect(problemsWith({ APPLE_APP_SITE_ASSOCIATION: 'assetlinks.json', ASSETLINKS: 'aasa' })).toEqual([
      'APPLE_APP_SITE_ASSOCIATION must name a file that holds a JSON object',
      'ASSETLINKS must name a file that holds a JSON array',
    ]);
    writeFileSync(join(cwd, 'aasa'), '{,}');
    writeFileSync(join(cwd, 'assetlinks.json'), `["${'x'.repeat(128 * 1_024)}"]`);
    expect(problemsWith(env)).toEqual([
      'APPLE_APP_SITE_ASSOCIATION must name a file that holds a JSON object',
      'ASSETLINKS must name a file of at most 128 kB',
    ]);
    expect(problemsWith({ ASSETLINKS: 'none' })).toEqual(['ASSETLINKS cannot be read (ENOENT)']);
  });

  it('keeps clicks without limit by default', () => {
    expect(loadConfig({ CLICK_RETENTION: 'free=30, pro=365' }, { cwd: folder() }).clickRetention).toEqual({
      free: 30,
      pro: 365,
      enterprise: 0,
    });
  });

  it('takes brokers as a list, and counts workers', () => {
    expect(
      loadConfig(
        {
          KAFKA_BROKERS: 'Kafka-1:9092, 10.0.0.1:9093',
          REDIRECT_WORKERS: '3',
          SHUTDOWN_DELAY: '0',
          STATUS_PORT: '9000',
        },
        { cwd: folder() },
      ),
    ).toMatchObject({
      kafka: { brokers: ['kafka-1:9092', '10.0.0.1:9093'] },
      redirectWorkers: 3,
      shutdownDelayMs: 0,
      statusPort: 9000,
    });
  });

  describe('of Kafka', () => {
    const brokers = { KAFKA_BROKERS: 'kafka:9093' };
    const account = { KAFKA_USERNAME: 'waymark', KAFKA_PASSWORD: 'correct horse' };
    const kafkaOf = (env: Record<string, string>, cwd = folder()) => loadConfig({ ...brokers, ...env }, { cwd }).kafka;

    it('needs brokers only by default', () => {
      expect(kafkaOf({ KAFKA_TLS: 'false' })).toEqual({ brokers: ['kafka:9093'] });
    });

    it('passes an account on, by a mechanism that is safe on any connection by default', () => {
      expect(kafkaOf(account)?.account).toEqual({
        username: 'waymark',
        password: 'correct horse',
        mechanism: 'scram-sha-512',
      });
      expect(kafkaOf({ ...account, KAFKA_SASL_MECHANISM: 'PLAIN' })?.account?.mechanism).toBe('plain');
    });

    it('trusts public authorities, or those of a file by a path from the working folder', () => {
      const cwd = folder();
      const [pem = ''] = rootCertificates;
      writeFileSync(join(cwd, 'ca.pem'), pem);
      expect(kafkaOf({ KAFKA_TLS: 'true' })).toEqual({ brokers: ['kafka:9093'], tls: {} });
      expect(kafkaOf({ KAFKA_TLS: 'true', KAFKA_CA: 'ca.pem' }, cwd)?.tls).toEqual({ ca: pem });
    });

    it('names missing companions of a variable, and variables without effect', () => {
      expect(problemsOf({ ...brokers, KAFKA_USERNAME: 'waymark' })).toEqual([
        'KAFKA_PASSWORD is required beside KAFKA_USERNAME',
      ]);
      expect(problemsOf({ ...brokers, KAFKA_PASSWORD: 'hunter2' })).toEqual([
        'KAFKA_USERNAME is required beside KAFKA_PASSWORD',
      ]);
      expect(problemsOf({ ...brokers, KAFKA_SASL_MECHANISM: 'plain' })).toEqual([
        'KAFKA_SASL_MECHANISM has no effect without KAFKA_USERNAME',
      ]);
      expect(problemsOf({ ...account, KAFKA_TLS: 'true', KAFKA_SASL_MECHANISM: 'plain' })).toEqual(
        ['KAFKA_TLS', 'KAFKA_USERNAME', 'KAFKA_PASSWORD', 'KAFKA_SASL_MECHANISM'].map(
          (name) => `${name} has no effect without KAFKA_BROKERS`,
        ),
      );
    });

    it('requires a readable certificate, and TLS to use it', () => {
      const tls = { ...brokers, KAFKA_TLS: 'true' };
      expect(problemsOf({ ...tls, KAFKA_CA: 'none.pem' })).toEqual(['KAFKA_CA cannot be read (ENOENT)']);
      expect(problemsOf({ ...tls, KAFKA_CA: __filename })).toEqual(['KAFKA_CA is not a certificate in PEM']);
      expect(problemsOf({ ...brokers, KAFKA_CA: 'none.pem' })).toEqual([
        'KAFKA_CA has no effect unless KAFKA_TLS is true',
        'KAFKA_CA cannot be read (ENOENT)',
      ]);
    });

    it('reports all problems at once, and repeats no password', () => {
      const problems = problemsOf({
        KAFKA_TLS: 'yes',
        KAFKA_CA: 'none.pem',
        KAFKA_PASSWORD: 'hunter2',
        KAFKA_SASL_MECHANISM: 'gssapi',
      });
      expect(problems.map((line) => line.split(' ')[0]).toSorted()).toEqual([
        'KAFKA_CA',
        'KAFKA_CA',
        'KAFKA_CA',
        'KAFKA_PASSWORD',
        'KAFKA_SASL_MECHANISM',
        'KAFKA_SASL_MECHANISM',
        'KAFKA_SASL_MECHANISM',
        'KAFKA_TLS',
        'KAFKA_USERNAME',
      ]);
      expect(problems.join()).not.toContain('hunter2');
    });
  });

  it('names everything that a separate app requires', () => {
    const requires = ['DATABASE_URL', 'KAFKA_BROKERS'] as const;
    const failing = () => loadConfig({ PORT: 'x' }, { cwd: folder(), requires });
    expect(failing).toThrow(
      expect.objectContaining({
        problems: [
          expect.stringMatching(/^PORT /),
          expect.stringMatching(/^DATABASE_URL is required by this app/),
          expect.stringMatching(/^KAFKA_BROKERS is required by this app/),
        ],
      }),
    );
    const env = { DATABASE_URL: 'postgres://localhost/waymark', KAFKA_BROKERS: 'localhost:9092' };
    expect(loadConfig(env, { cwd: folder(), requires })).toMatchObject({ databaseUrl: env.DATABASE_URL, secrets: {} });
  });

  it('trusts proxies by address, range or name', () => {
    expect(loadConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,::1' }, { cwd: folder() }).trustProxy).toEqual([
      'loopback',
      '10.0.0.0/8',
      '::1',
    ]);
  });

  it('reads .env in the working folder, and the real environment wins; empty means absent', () => {
    const cwd = folder();
    writeFileSync(join(cwd, '.env'), 'PORT=4001\nSIGNUP=open\nLOG_LEVEL=\n');
    expect(loadConfig({ PORT: '4002', SIGNUP: '' }, { cwd })).toMatchObject({
      port: 4002,
      signup: 'open',
      signupLimit: 60,
      logLevel: 'info',
    });
  });

  it('is deeply frozen', () => {
    const config = loadConfig({}, { cwd: folder() });
    expect([config, config.bootstrap, config.shortHosts, config.secrets].every(Object.isFrozen)).toBe(true);
  });
});

describe('.env.example', () => {
  const text = readFileSync(join(__dirname, '../../../../.env.example'), 'utf8');

  it('names every variable and no others', () => {
    const named = [...text.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map((match) => match[1]);
    expect(named.toSorted()).toEqual(Object.keys(VARIABLES).toSorted());
  });

  it('shows the defaults: copied to .env unchanged, it changes nothing', () => {
    const cwd = folder();
    expect(loadConfig(parseEnv(text), { cwd })).toEqual(loadConfig({}, { cwd }));
    const withDefault = Object.entries(VARIABLES)
      .filter(([, form]) => form.safeParse(undefined).data !== undefined)
      .map(([name]) => name);
    expect(Object.keys(parseEnv(text)).toSorted()).toEqual(withDefault.toSorted());
  });
});
