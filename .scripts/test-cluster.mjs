// npm run test:cluster: the suites of the interface against every app as a process of its own, and the specs of
// test/cluster/, each of which starts several processes and then waits for most of its time: two at a time, but one
// after the other where whole clusters are under faults. Ends with a line for each fault that was tried.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareOrExit } from './prepare.mjs';
import { run } from './run.mjs';
import { root } from './sources.mjs';

/** In a process of its own, as the helper is TypeScript; the first look on a machine fetches Kafka. */
const reasonToSkip = () => {
  const ask = "console.log(JSON.stringify(require('./test/support/kafka-broker').skipReason() ?? null))";
  const { stdout, stderr } = spawnSync(process.execPath, ['-r', './test/support/typescript.cjs', '-e', ask], {
    cwd: root,
    encoding: 'utf8',
  });
  if (stdout.trim() === '') throw new Error(stderr);
  return JSON.parse(stdout) ?? undefined;
};

await prepareOrExit();
process.env.WAYMARK_PREPARED = 'yes';
const folder = mkdtempSync(join(tmpdir(), 'waymark-faults-'));
const summary = join(folder, 'summary');
writeFileSync(summary, '');
process.env.FAULT_SUMMARY = summary;

const reason = reasonToSkip();
const elsewhere = JSON.parse(readFileSync(join(root, 'test', 'cluster', 'api', 'embedded-only.json'), 'utf8'));
if (reason) {
  console.log(`Skipped, but for what needs no broker: ${reason}.`);
} else {
  console.log('Of the suites in test/api/, these run on the embedded profile only:');
  for (const [file, why] of Object.entries(elsewhere)) console.log(`  ${file}: ${why}`);
}

/** Where jest's reports go, if anywhere: two runs make one. */
const report = process.argv
  .slice(2)
  .find((arg) => arg.startsWith('--outputFile='))
  ?.slice('--outputFile='.length);
const FAULTS = '/test/cluster/faults/';
/** Excluded where the faults alone run: a second pattern to choose by would add to one that was given. */
const OTHERS = '/test/cluster/(?!faults/)';
const COUNTS = [
  'numPassedTests',
  'numFailedTests',
  'numPendingTests',
  'numTodoTests',
  'numRuntimeErrorTestSuites',
  'numTotalTests',
];

let runsMade = 0;
const jest = async (project, ...options) => {
  const output = join(folder, `${(runsMade += 1)}.json`);
  const given = process.argv.slice(2).filter((arg) => !arg.startsWith('--outputFile='));
  const code = await run('jest', [
    '--config',
    'test/jest.config.cjs',
    '--selectProjects',
    project,
    '--passWithNoTests',
    ...options,
    ...given,
    ...(report ? [`--outputFile=${output}`] : []),
  ]);
  return { code, report: report && existsSync(output) ? JSON.parse(readFileSync(output, 'utf8')) : undefined };
};

try {
  // One cluster at a time: that of the suites of the interface is gone before the first fault.
  const runs = [
    ...(reason ? [] : [await jest('cluster-api')]),
    await jest('cluster', '--maxWorkers=2', '--testPathIgnorePatterns', FAULTS),
    await jest('cluster', '--runInBand', '--testPathIgnorePatterns', OTHERS),
  ];
  const reports = runs.map((one) => one.report);
  // A run without a report did not come to its end, so that the whole has none either.
  if (report && reports.every(Boolean)) {
    const sums = Object.fromEntries(COUNTS.map((name) => [name, reports.reduce((sum, one) => sum + one[name], 0)]));
    writeFileSync(report, JSON.stringify({ ...sums, testResults: reports.flatMap(({ testResults }) => testResults) }));
  }
  process.exitCode = runs.find(({ code }) => code !== 0)?.code ?? 0;
  const faults = readFileSync(summary, 'utf8').trimEnd();
  if (faults !== '') console.log(`\nfault | what happened | figures\n${faults}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
