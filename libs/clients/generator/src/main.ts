import { join, normalize } from 'node:path';
import { emitters } from './emitters';
import { generate } from './generate';

// `--check` writes nothing and fails if a file differs.
const check = process.argv.includes('--check');
generate(join(__dirname, '../..'), emitters, check).then(
  (files) => {
    for (const file of files)
      process.stdout.write(`${check ? 'differs' : 'written'}: ${normalize(`libs/clients/${file}`)}\n`);
    if (check && files.length > 0) process.exitCode = 1;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
