import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './tools';

const page = readFileSync(join(ROOT, 'docs/guides/upgrades.md'), 'utf8');
const [, commands = ''] = /```sh not-run[^\n]*\n(.*?)```/s.exec(page) ?? [];
const placeOf = (command: string): number => commands.indexOf(command);

describe('the commands of docs/guides/upgrades.md', () => {
  it('move no folder into that of the upgrade before, which is still there at the second one', () => {
    expect(commands.match(/\bmv \S+ \S+/g)).toEqual(['mv -T /opt/waymark', 'mv -T /opt/waymark-next']);
    expect(placeOf('rm -rf /opt/waymark-before')).toBeGreaterThanOrEqual(0);
    expect(placeOf('rm -rf /opt/waymark-before')).toBeLessThan(placeOf('mv -T /opt/waymark /opt/waymark-before'));
  });

  it('give the account the folder that it clones into: it cannot make one beside it', () => {
    const made = placeOf('install -d -o waymark -g waymark /opt/waymark-next\n');
    expect(made).toBeGreaterThanOrEqual(0);
    expect(made).toBeLessThan(placeOf('\ngit clone'));
  });
});
