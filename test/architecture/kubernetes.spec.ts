import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { VARIABLES } from '@platform/config';
import ts from 'typescript';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from './tools';

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: Readonly<
    Record<'secretKeyRef' | 'configMapKeyRef', { readonly key: string; optional?: boolean }>
  >;
}
interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string };
}
interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env: readonly Variable[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts?: readonly { readonly mountPath: string }[];
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
}
interface Manifest {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly template?: {
      readonly spec: { readonly containers: readonly Container[]; readonly terminationGracePeriodSeconds: number };
    };
    readonly selector?: Readonly<Record<string, unknown>>;
    readonly ports?: readonly { readonly targetPort: string }[];
  };
}
interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly volumes?: readonly string[];
}

const FOLDER = join(ROOT, 'docs', 'kubernetes');
const { resources, images } = parse(readFileSync(join(FOLDER, 'kustomization.yaml'), 'utf8')) as {
  resources: readonly string[];
  images: readonly { name: string; newName: string; newTag: string }[];
};
const manifests = resources.flatMap((file) =>
  parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8')).map((document) => document.toJS() as Manifest),
);
const { services } = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
  services: Readonly<Record<string, Service>>;
};

const of = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
const workloads = [...of('Deployment'), ...of('StatefulSet')].map((manifest) => {
  const [container] = manifest.spec?.template?.spec.containers ?? [];
  if (!container) throw new Error(`${manifest.metadata.name} has no container`);
  return { name: manifest.metadata.name, manifest, container };
});
const isOurs = ({ command }: Pick<Container, 'command'>) => command?.[1]?.startsWith('dist/apps/') === true;
const ours = workloads.filter(({ container }) => isOurs(container));
const servers = workloads.filter(({ container }) => !isOurs(container));
const variables = ({ env }: Container) => env.map(({ name }) => name).toSorted();

/** The types of each API; of an object literal TypeScript also refuses a field that they do not have. */
const problemsOf = (all: readonly Manifest[]): readonly string[] => {
  const code = all.map((manifest, n) => {
    const { apiVersion, kind } = manifest;
    const group = apiVersion.includes('/') ? apiVersion : `core/${apiVersion}`;
    return (
      `import type { ${kind} as Kind${n} } from 'kubernetes-types/${group}';\n` +
      `export const manifest${n}: Kind${n} = ${JSON.stringify(manifest)};`
    );
  });
  const file = join(ROOT, 'manifests.ts');
  const options = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    types: [],
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    module: ts.ModuleKind.NodeNext,
  };
  const host = ts.createCompilerHost(options);
  const readFile = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...more) =>
    name === file ? ts.createSourceFile(name, code.join('\n'), ts.ScriptTarget.ES2022) : readFile(name, ...more);
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
};

describe('docs/kubernetes', () => {
  it('has the shape that the API wants, and no field that it does not know', () => {
    expect(manifests.length).toBeGreaterThan(20);
    expect(problemsOf(manifests)).toEqual([]);
    const [first] = of('StatefulSet');
    const wrong = { ...first, spec: { ...first?.spec, replica: 2 } } as unknown as Manifest;
    expect(problemsOf([wrong])).toEqual([expect.stringMatching(/'"replica"' does not exist/)]);
  });

  it('has a workload for every service of docker-compose.yml, with its image', () => {
    expect(workloads.map(({ name, container }) => [name, container.image]).toSorted()).toEqual(
      Object.entries(services)
        .map(([name, { image }]) => [name, image])
        .toSorted(),
    );
    const image = ours[0]?.container.image.split(':');
    expect(images.map(({ name, newTag }) => [name, newTag])).toEqual([image]);
    const built = images.map(({ newName, newTag }) => `${newName}:${newTag}`);
    const { groups } = /docker build -t (?<tag>\S+) /.exec(readFileSync(join(FOLDER, 'README.md'), 'utf8')) ?? {};
    expect(built).toEqual([groups?.tag]);
  });

  it.each(ours)('starts $name as docker-compose.yml does, with the same variables', ({ name, container }) => {
    const { command, environment = {} } = services[name] ?? {};
    expect(container.command).toEqual(command);
    expect(variables(container)).toEqual(Object.keys(environment).toSorted());
    const port = (variable: string) => container.env.find((one) => one.name === variable)?.value;
    expect([port('PORT'), port('STATUS_PORT')]).toEqual(
      ['PORT', 'STATUS_PORT'].map((one) => environment[one] && String(environment[one])),
    );
  });

  it.each(ours)(
    'asks $name for its health where it tells, and gives it the time to drain',
    ({ manifest, container }) => {
      const status = container.env.find(({ name }) => name === 'STATUS_PORT') ?? container.env[0];
      const { livenessProbe, readinessProbe, ports } = container;
      expect([livenessProbe.httpGet?.path, readinessProbe.httpGet?.path]).toEqual(['/health/live', '/health/ready']);
      const portOf = ({ httpGet }: Probe) => ports.find(({ name }) => name === httpGet?.port)?.containerPort;
      expect([portOf(livenessProbe), portOf(readinessProbe)].map(String)).toEqual([status?.value, status?.value]);
      expect(manifest.spec?.template?.spec.terminationGracePeriodSeconds).toBe(15);
    },
  );

  it.each(ours)('mounts a folder where $name has a volume', ({ name, manifest, container }) => {
    const volumes = (services[name]?.volumes ?? []).map((volume) => /:(\/\w+)/.exec(volume)?.[1]);
    expect((container.volumeMounts ?? []).map(({ mountPath }) => mountPath)).toEqual(volumes);
    expect(manifest.kind).toBe(volumes.includes('/data') ? 'StatefulSet' : 'Deployment');
  });

  it.each(servers)('sets $name as docker-compose.yml does', ({ name, container }) => {
    const { environment = {}, command, volumes = [] } = services[name] ?? {};
    expect(variables(container)).toEqual(Object.keys(environment).toSorted());
    expect(container.args).toEqual(command);
    expect(container.volumeMounts?.map(({ mountPath }) => mountPath)).toEqual([volumes[0]?.split(':')[1]]);
    const given = container.env.filter(({ value }) => value !== undefined && !value.startsWith('/'));
    expect(given.map((one) => [one.name, one.value])).toEqual(
      given.map((one) => [one.name, String(environment[one.name])]),
    );
  });

  it('keeps secrets apart, and has each value that is not optional', () => {
    const [config] = of('ConfigMap');
    const command = /create secret generic waymark([\s\S]*?)\n\n/.exec(
      readFileSync(join(FOLDER, 'README.md'), 'utf8'),
    )?.[1];
    const secrets = [...(command ?? '').matchAll(/--from-literal=(\w+)=/g)].map(([, name = '']) => name);
    for (const { name, container } of workloads)
      for (const { valueFrom } of container.env) {
        const { secretKeyRef: secret, configMapKeyRef: plain } = valueFrom ?? {};
        if (secret && !secret.optional) expect([name, secrets]).toEqual([name, expect.arrayContaining([secret.key])]);
        if (plain && !plain.optional)
          expect([name, config?.data]).toEqual([
            name,
            expect.objectContaining({ [plain.key]: expect.any(String) as string }),
          ]);
      }
    expect(Object.keys(config?.data ?? {}).filter((key) => secrets.includes(key))).toEqual([]);
    expect(manifests.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });

  it('has only valid values for variables that exist', () => {
    for (const [name, value] of Object.entries(of('ConfigMap')[0]?.data ?? {}))
      expect([name, VARIABLES[name as keyof typeof VARIABLES].safeParse(value).success]).toEqual([name, true]);
  });

  it('leads each service to a port of its workload, in the one namespace', () => {
    for (const { metadata, spec } of of('Service')) {
      const workload = workloads.find(({ name }) => name === metadata.name);
      expect(spec?.selector).toEqual({ app: workload?.name });
      const names = workload?.container.ports.map(({ name }) => name);
      for (const { targetPort } of spec?.ports ?? []) expect(names).toContain(targetPort);
    }
    expect(
      new Set(manifests.map(({ kind, metadata }) => (kind === 'Namespace' ? metadata.name : metadata.namespace))),
    ).toEqual(new Set(['waymark']));
  });

  it('restarts all apps by their label, and no server', () => {
    const page = readFileSync(join(FOLDER, 'README.md'), 'utf8');
    const [, label = '', value] = /rollout restart statefulset,deployment -l (\S+?)=(\w+)`/.exec(page) ?? [];
    const labelled = workloads.filter(({ manifest }) => manifest.metadata.labels?.[label] === value);
    expect(value).toBe('waymark');
    expect(labelled).toEqual(ours);
  });

  it('lists only files that are there', () => {
    expect(resources.filter((file) => !existsSync(join(FOLDER, dirname(file))))).toEqual([]);
  });
});
