import { recentSecrets } from './recent-secrets';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('secrets of a webhook are asked for once a second, and are forgotten where nobody asks for them again', async () => {
  const asked: string[] = [];
  const known = new Map<string, Promise<readonly Uint8Array[]>>();
  const secretsFor = recentSecrets(async ([id = '']) => {
    asked.push(id);
    return new Map([[id, [Buffer.from(`of ${id} at ${asked.length}`)]]]);
  }, known);
  const first = await secretsFor('whk_1');
  await secretsFor('whk_2');
  jest.advanceTimersByTime(999);
  expect(await secretsFor('whk_1')).toBe(first);
  expect(asked).toEqual(['whk_1', 'whk_2']);
  jest.advanceTimersByTime(1);
  expect(known.size).toBe(0);
  expect(await secretsFor('whk_1')).not.toEqual(first);
  expect(asked).toEqual(['whk_1', 'whk_2', 'whk_1']);
});
