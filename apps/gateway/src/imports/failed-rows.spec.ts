import { text } from 'node:stream/consumers';
import { FailedRows } from './failed-rows';
import type { RowError } from './import-job';
import type { Imports } from './import.queries';

const linesOf = async (columns: readonly string[], values: readonly unknown[]): Promise<string[]> => {
  const errors = values.map((of, index): RowError => {
    return { row: index + 1, line: null, code: 'conflict', message: 'x', values: JSON.stringify(of) };
  });
  const imports: Partial<Imports> = {
    columns: () => Promise.resolve(columns),
    failedRows: (_workspace, _id, after) => Promise.resolve(errors.slice(after)),
  };
  return (await text(await new FailedRows(imports as Imports).open('ws_1', 'imp_1'))).split('\r\n');
};

it('has the code and the message of a row once, also where the file was one of failed rows', async () => {
  const columns = ['destination_url', 'error_code', 'error_message', 'title'];
  expect(await linesOf(columns, [['x', 'old', 'old', 'a'], { error_code: 'old', title: 'b' }])).toEqual([
    'destination_url,title,error_code,error_message',
    'x,a,conflict,x',
    ',b,conflict,x',
    '',
  ]);
});

it('gives the rows that an earlier version has kept by the names of their columns', async () => {
  const kept = [{ title: 'a' }, { destination_url: '=1', 'surplus ': ['b', ''] }];
  expect(await linesOf(['destination_url', 'title'], [...kept, ['=1', '', 'b']])).toEqual([
    'destination_url,title,error_code,error_message',
    ',a,conflict,x',
    "'=1,,conflict,x,b,",
    "'=1,,conflict,x,b",
    '',
  ]);
});

it('lets others have their turns while large rows are written', async () => {
  let [turns, isOver] = [0, false];
  const others = (): void => void (isOver || ((turns += 1), setImmediate(others)));
  setImmediate(others);
  const list = Array.from({ length: 400 }, () => Array.from({ length: 2_000 }, () => 'a'));
  await linesOf(
    ['rules'],
    list.map((rules) => ({ rules, ...Object.fromEntries(rules.entries()) })),
  );
  isOver = true;
  expect(turns).toBeGreaterThan(5);
});
