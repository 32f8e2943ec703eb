// npm run test:clients: the client libraries of all languages, against one running product. CLIENTS=go,php takes some of
// them alone. At its end it prints what was shown for each language; arguments go to jest.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareOrExit } from './prepare.mjs';
import { run } from './run.mjs';
import { root } from './sources.mjs';

await prepareOrExit();
const given = process.argv.slice(2);
const wanted = given.find((arg) => arg.startsWith('--outputFile='))?.slice('--outputFile='.length);
const folder = mkdtempSync(join(tmpdir(), 'waymark-clients-'));
const report = wanted ?? join(folder, 'report.json');

/** A row for each guarantee, a column for each language. */
const tableOf = ({ testResults }) => {
  const rows = new Map();
  const languages = new Map();
  const put = (title, language, mark) => rows.set(title, { ...rows.get(title), [language]: mark });
  for (const { ancestorTitles, title, status } of testResults.flatMap((suite) => suite.assertionResults)) {
    const [of = ''] = ancestorTitles;
    const [language, reason] = of.split(', skipped: ');
    const fault = of === 'planted faults' && /^([\w-]+): (.*) is caught$/.exec(title);
    const mark = { passed: 'yes', failed: 'NO' }[status] ?? '–';
    if (fault) put(`caught: ${fault[2]}`, fault[1], mark);
    else if (/^[a-z][a-z-]*$/.test(language)) {
      languages.set(language, reason);
      put(title, language, mark);
    }
  }
  const names = [...languages.keys()].sort();
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [
    ...names.filter((name) => languages.get(name)).map((name) => `${name} was skipped: ${languages.get(name)}\n`),
    line(['', ...names]),
    line(['---', ...names.map(() => '---')]),
    ...[...rows].map(([title, marks]) => line([title, ...names.map((name) => marks[name] ?? '')])),
  ].join('\n');
};

try {
  const others = given.filter((arg) => arg !== '--json' && !arg.startsWith('--outputFile='));
  process.exitCode = await run('jest', [
    '--config',
    'test/jest.config.cjs',
    '--selectProjects',
    'clients',
    // One call after the other: the wire is judged by the pauses between requests, too.
    '--runInBand',
    ...others,
    '--json',
    `--outputFile=${report}`,
  ]);
  if (existsSync(report)) {
    const table = tableOf(JSON.parse(readFileSync(report, 'utf8')));
    mkdirSync(join(root, '.cache'), { recursive: true });
    writeFileSync(join(root, '.cache', 'clients.md'), `${table}\n`);
    console.log(`\n${table}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
