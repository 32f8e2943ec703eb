// count.mjs <folder of jest's JSON reports> <step>=<exit code>…: prints what failed and the sum; exits 1 unless all is
// well.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, ...steps] = process.argv.slice(2);
let [passed, failed, skipped] = [0, 0, 0];

/** Jest's report of a step; absent when it has none or was killed while writing it. */
const reportOf = (name) => {
  const file = join(folder, `${name}.json`);
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  } catch {
    return undefined;
  }
};

for (const step of steps) {
  const [name, code] = step.split('=');
  const report = reportOf(name);
  const failures = report ? report.numFailedTests + report.numRuntimeErrorTestSuites : 0;
  passed += report?.numPassedTests ?? 0;
  skipped += report ? report.numPendingTests + report.numTodoTests : 0;
  failed += failures;
  for (const suite of report?.testResults ?? []) if (suite.status === 'failed') console.log(`failed: ${suite.name}`);
  // The static checks have no report of jest's; a suite without one did not run to its end, whatever its exit code.
  const silent = name !== 'check' && !report;
  if (failures === 0 && (code !== '0' || silent)) {
    console.log(`failed: ${name} ended with exit code ${code}${silent ? ' and left no report' : ''}`);
    failed += 1;
  }
}

console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 ? 1 : 0;
