import { batches } from './batches';

describe('batches', () => {
  it('delivers everything once and in order', async () => {
    const seen: number[] = [];
    for await (const batch of batches(numbers(1000), 64)) seen.push(...batch);
    expect(seen).toEqual(Array.from({ length: 1000 }, (_, n) => n));
  });

  it('groups what arrives during a batch, up to its limit', async () => {
    const sizes: number[] = [];
    for await (const batch of batches(numbers(100), 10)) {
      sizes.push(batch.length);
      await new Promise(setImmediate);
    }
    expect(Math.max(...sizes)).toBe(10);
    expect(sizes.length).toBeLessThan(20);
  });

  it('passes on an error of the source after what came before it', async () => {
    const seen: number[] = [];
    const failing = async () => {
      for await (const batch of batches(numbers(3, new Error('lost')), 10)) seen.push(...batch);
    };
    await expect(failing()).rejects.toThrow('lost');
    expect(seen).toEqual([0, 1, 2]);
  });
});

async function* numbers(count: number, error?: Error) {
  for (let n = 0; n < count; n += 1) yield n;
  if (error) throw error;
}
