// npm run test:planted -- [part of a file or fault]: shows that the suites can fail. In a copy of this tree it plants each fault of
// test/planted/faults.mjs into the product, runs the fault's spec, and prints what caught it. Takes about twenty minutes.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FAULTS } from '../test/planted/faults.mjs';
import { prepareOrExit } from './prepare.mjs';
import { root } from './sources.mjs';

await prepareOrExit();
const wanted = process.argv[2] ?? '';
const faults = FAULTS.filter(({ file, fault, spec }) => [file, fault, spec].some((text) => text.includes(wanted)));
if (faults.length === 0) throw new Error(`no fault has ${wanted} in it`);

const copy = mkdtempSync(join(tmpdir(), 'planted-'));
process.once('exit', () => rmSync(copy, { recursive: true, force: true, maxRetries: 10 }));

const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
for (const file of tracked.toString().split('\0').filter(Boolean))
  if (existsSync(join(root, file))) cpSync(join(root, file), join(copy, file));
cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

const plant = ({ file, from, to }) => {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file} does not have ${JSON.stringify(from)} once`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  return () => writeFileSync(path, text);
};

/** The tests that failed, by name. A suite that did not run has caught nothing. */
const failedTests = ({ spec, name }) => {
  const report = join(copy, 'planted.json');
  rmSync(report, { force: true });
  const script = /^test\/(?!api|architecture|contract|fixtures|support)/.test(spec) ? ['--system'] : [];
  const args = [...script, '--testPathPatterns', spec, '--json', `--outputFile=${report}`];
  if (name) args.push('-t', name);
  spawnSync(process.execPath, [join(copy, '.scripts', 'test.mjs'), ...args], { cwd: copy, stdio: 'ignore' });
  const { numTotalTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  if (numTotalTests === 0) throw new Error(`${spec} has not run`);
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  );
};

let missed = 0;
for (const fault of faults) {
  const restore = plant(fault);
  const [first] = failedTests(fault);
  restore();
  if (!first) missed += 1;
  console.log(`| ${fault.promise} | ${fault.fault} | ${first ? `"${first}"` : '**nothing caught it**'} |`);
}
console.log(`${faults.length - missed} caught, ${missed} missed`);
process.exitCode = missed === 0 ? 0 : 1;
