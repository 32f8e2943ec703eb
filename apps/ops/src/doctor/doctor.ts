import { CATEGORIES } from '@contexts/aggregates';
import type { Config } from '@platform/config';
import { hasDatabase } from '@platform/engines';
import { messageOf } from '../failure';
import { withInstallation, type Installation } from '../installation';
import { type CommandReport, table } from '../output';
import { checkClicks } from './clicks';
import { checkDatabase, checkEventStore, checkSecrets } from './database';
import { type Finding, fail } from './finding';
import { checkMachine } from './machine';
import { checkCheckpoints, checkHistories, checkIndex, checkParked, checkReadModels } from './processors';

/** `ops doctor`: checks what an operator needs. Exit code 1 when something is broken; a warning leaves it 0. */
export const doctor = async (config: Config, { full }: { readonly full: boolean }): Promise<CommandReport> => {
  const machine = await checkMachine(config);
  const absent = machine.some(({ level }) => level === 'fail') && !(await hasData(config));
  const findings = absent ? machine : [...machine, ...(await checkInstallation(config, full))];
  const broken = findings.filter(({ level }) => level === 'fail').length;
  const rows = findings.map(({ check, level, found, advice }) => [
    level,
    check,
    advice ? `${found}. ${advice}` : found,
  ]);
  return {
    value: { healthy: broken === 0, findings },
    lines: [...table(['', 'check', 'found'], rows), '', broken === 0 ? 'All is well.' : `${broken} to look after.`],
    exitCode: broken === 0 ? 0 : 1,
  };
};

/** An external database can be checked without a data directory. */
const hasData = async ({ dataDir, databaseUrl }: Config): Promise<boolean> =>
  databaseUrl !== undefined || (await hasDatabase(dataDir));

const checkInstallation = async (config: Config, full: boolean): Promise<readonly Finding[]> => {
  try {
    return await withInstallation(config, (installation) => checkAll(installation, full));
  } catch (error) {
    return [
      fail(
        'postgres',
        messageOf(error),
        config.databaseUrl ? 'Look after the server that DATABASE_URL names.' : 'Look at the log of the product.',
      ),
    ];
  }
};

type Check = (installation: Installation, full: boolean) => Promise<readonly Finding[]>;

/** They compare tables with the event store. */
const OF_HISTORY: readonly Check[] = [checkCheckpoints, checkReadModels];

const checks: readonly Check[] = [
  checkDatabase,
  checkSecrets,
  (installation) => checkEventStore(installation, CATEGORIES),
  checkIndex,
  checkHistories,
  checkCheckpoints,
  checkParked,
  checkReadModels,
  checkClicks,
];

const checkAll = async (installation: Installation, full: boolean): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  for (const check of checks) {
    // In another event store, no read model can be compared.
    if (OF_HISTORY.includes(check) && findings.some(({ check: of, level }) => of === 'history' && level === 'fail'))
      continue;
    findings.push(
      ...(await check(installation, full).catch((error: unknown) => [
        fail('check', messageOf(error), 'This check could not be made.'),
      ])),
    );
  }
  return findings;
};
