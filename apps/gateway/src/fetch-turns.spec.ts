import { HttpProblem } from '@platform/http';
import { FetchTurns } from './fetch-turns';

/** Fetches that end when the spec says so, and how many are under way. */
const fetches = () => {
  const ends: (() => void)[] = [];
  let ended = 0;
  return {
    begin: () => new Promise<number>((resolve) => ends.push(() => resolve(200))),
    begun: () => ends.length,
    end: () => ends.slice(ended, (ended = ends.length)).forEach((end) => end()),
  };
};
const codeOf = (error: unknown) => (error instanceof HttpProblem ? error.code : String(error));
const turnsOfTheLoop = () => new Promise(setImmediate);

describe('what a workspace makes us fetch', () => {
  it('is four at once, while another workspace has its turn', async () => {
    const [turns, { begin, begun, end }] = [new FetchTurns(), fetches()];
    const taken = Array.from({ length: 6 }, () => turns.take('ws_1', begin));
    await turnsOfTheLoop();
    expect(begun()).toBe(4);
    taken.push(turns.take('ws_2', begin));
    await turnsOfTheLoop();
    expect(begun()).toBe(5);
    for (let n = 0; n < 2; n += 1) await turnsOfTheLoop().then(end).then(turnsOfTheLoop);
    expect(await Promise.all(taken)).toEqual(Array(7).fill(200));
  });

  it('is thirty in a minute, of which failures are as good as others', async () => {
    const turns = new FetchTurns();
    const refused = () => turns.take('ws_1', () => Promise.reject(new Error('no answer'))).catch(codeOf);
    for (let n = 0; n < 30; n += 1) expect(await refused()).toBe('Error: no answer');
    expect(await refused()).toBe('rate_limited');
    expect(await turns.take('ws_2', () => Promise.resolve(200))).toBe(200);
  });
});
