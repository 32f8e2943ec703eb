import { Paces } from './paces';

describe('the pace of an endpoint', () => {
  it('is new before its first answer, and slow until sixteen in a row were quick', () => {
    const paces = new Paces();
    expect(paces.of('whk_1')).toBe('new');
    paces.note('whk_1', 20);
    expect([paces.of('whk_1'), paces.slow()]).toEqual(['quick', []]);
    paces.note('whk_1', 1_000);
    for (let n = 0; n < 16; n += 1) {
      expect([paces.of('whk_1'), paces.slow()]).toEqual(['slow', ['whk_1']]);
      paces.note('whk_1', 999);
    }
    expect([paces.of('whk_1'), paces.slow()]).toEqual(['quick', []]);
  });

  it('is remembered of those that were heard of last', () => {
    const paces = new Paces();
    for (let n = 0; n <= 10_000; n += 1) paces.note(`whk_${n}`, 14_000);
    paces.note('whk_1', 14_000);
    expect([paces.of('whk_0'), paces.of('whk_1'), paces.slow().at(-1)]).toEqual(['new', 'slow', 'whk_1']);
  });
});
