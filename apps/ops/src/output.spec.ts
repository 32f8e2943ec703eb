import { table } from './output';

it('a table has as many rows as there are', () => {
  const lines = table(['stream', 'position'], Array(200_000).fill(['link-1', 7n]));
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([200_001, 'stream  position', 'link-1         7']);
});
