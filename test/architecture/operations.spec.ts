import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createMetrics } from '@platform/telemetry';
import { parse } from 'yaml';
import { ROOT } from './tools';

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly action: string };
}
interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}
interface Service {
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
}

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const alerts = (parse(read('docs/operations/alerts.yml')) as { groups: { rules: Alert[] }[] }).groups.flatMap(
  ({ rules }) => rules,
);
const { panels } = JSON.parse(read('docs/operations/dashboard.json')) as { panels: readonly Panel[] };

/** Of Prometheus itself. */
const OF_PROMETHEUS = ['up'];
const WORDS = ['and', 'or', 'unless', 'ignoring', 'on', 'bool', 'offset'];

/** The metrics that an expression of PromQL asks for. */
const metricsIn = (expr: string): readonly string[] => {
  const bare = expr
    .replace(/"[^"]*"|\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ');
  return [...bare.matchAll(/\b[a-z_:][a-z0-9_:]*\b(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !WORDS.includes(name));
};

/** Names of metrics as the code makes them: by a method of `Metrics`, or in a table of such names. */
const exported = (): ReadonlySet<string> => {
  const files = ['apps', 'libs'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.includes('dashboard'))
      .map((file) => read(join(folder, file))),
  );
  const made = files.flatMap((code) => [
    ...code.matchAll(/\b(?:counter|gauge|histogram)(?:<[^>]*>)?\(\s*'([a-z_]+)'/g),
    ...code.matchAll(/^ {2}([a-z]+_[a-z_]+): \[/gm),
  ]);
  const metrics = createMetrics();
  metrics.observeProcess();
  const ofNode = metrics.registry.getMetricsAsArray().map(({ name }) => name);
  return new Set([...made.map(([, name = '']) => name), ...ofNode, ...OF_PROMETHEUS]);
};

const unknownIn = (exprs: readonly string[]): readonly string[] => {
  const known = exported();
  const plain = (name: string): string => (known.has(name) ? name : name.replace(/_(bucket|count|sum)$/, ''));
  return exprs.flatMap(metricsIn).filter((name) => !known.has(plain(name)));
};

describe('docs/operations/alerts.yml', () => {
  it('asks only for metrics that the product exports', () => {
    expect(alerts.length).toBeGreaterThan(10);
    expect(unknownIn(alerts.map(({ expr }) => expr))).toEqual([]);
    expect(unknownIn(['sum by (x) (rate(redirects_totale{a="b"}[5m])) > 1 and up == 0'])).toEqual(['redirects_totale']);
  });

  it('says of each alert how urgent it is, what is wrong and what to do', () => {
    for (const { alert, labels, annotations } of alerts) {
      expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(page|ticket)$/)]);
      expect([alert, annotations.summary.length > 10, annotations.action.length > 20]).toEqual([alert, true, true]);
    }
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
  });

  it('has each alert that the page about operations explains, and no other', () => {
    const explained = [...read('docs/operations.md').matchAll(/^\| `(Waymark\w+)`/gm)].map(([, name = '']) => name);
    expect(explained.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
  });
});

describe('docs/operations/dashboard.json', () => {
  it('asks only for metrics that the product exports', () => {
    const exprs = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(exprs.length).toBeGreaterThan(20);
    expect(unknownIn(exprs)).toEqual([]);
  });

  it('has panels of their own ids, each with a title and something to show', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { title, type, targets = [] } of panels)
      expect([title !== '', type === 'row' || targets.length > 0]).toEqual([true, true]);
  });
});

describe('docs/operations/scrape.yml', () => {
  it('asks every app of docker-compose.yml, at the port with its figures', () => {
    const { scrape_configs } = parse(read('docs/operations/scrape.yml')) as {
      scrape_configs: { static_configs: { targets: string[] }[] }[];
    };
    const asked = scrape_configs.flatMap(({ static_configs }) => static_configs.flatMap(({ targets }) => targets));
    const { services } = parse(read('docker-compose.yml'), { merge: true }) as { services: Record<string, Service> };
    const ours = Object.entries(services).filter(([, { command }]) => command?.[1]?.startsWith('dist/apps/'));
    const expected = ours.map(
      ([name, { environment = {} }]) => `${name}:${environment['STATUS_PORT'] ?? environment['PORT']}`,
    );
    expect(asked.toSorted()).toEqual(expected.toSorted());
  });
});
