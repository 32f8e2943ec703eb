import { FairQueue, type FairQueueOptions, type Slot } from './fair-queue';

/** A queue whose clock the spec moves, and the order in which tenants got their slots. */
const queueOf = (change: Partial<FairQueueOptions> = {}) => {
  const clock = { at: 0 };
  const queue = new FairQueue({
    slots: 4,
    slotsOfTenant: 2,
    waitingOfTenant: 10,
    waiting: 15,
    now: () => clock.at,
    ...change,
  });
  const started: { readonly tenant: string; readonly slot: Slot }[] = [];
  const enter = (tenant: string, signal = new AbortController().signal) =>
    queue.enter(tenant, signal).then((slot) => void started.push({ tenant, slot }));
  const order = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    return started.map(({ tenant }) => tenant).join('');
  };
  /** After `after` milliseconds, releases the nth slot that was given. */
  const leave = (nth: number, after: number) => {
    clock.at += after;
    started[nth]?.slot.leave();
  };
  return { queue, clock, started, enter, order, leave };
};

describe('a fair queue', () => {
  it('limits a tenant to its own slots, and gives the last slot only to a tenant without one', async () => {
    const { enter, order } = queueOf();
    for (const tenant of ['a', 'a', 'a', 'b', 'b', 'c']) void enter(tenant);
    expect(await order()).toBe('aabc');
  });

  it('gives a tenant one slot at a time while another one has entered of late, whatever either has used', async () => {
    const { clock, enter, order, leave } = queueOf({ sharesFor: 10_000 });
    void enter('b');
    await order();
    leave(0, 300);
    // a has used nothing yet, and fills what it gets.
    for (const tenant of ['a', 'a', 'a', 'a']) void enter(tenant);
    expect(await order()).toBe('ba');
    for (const tenant of ['b', 'b']) void enter(tenant);
    expect(await order()).toBe('bab');
    leave(2, 50);
    expect(await order()).toBe('babb');
    leave(3, 50);
    // b has asked nothing for a while, so a has two slots.
    clock.at += 10_001;
    void enter('a');
    expect(await order()).toBe('babba');
  });

  it('says at each moment whether a tenant shares, and how much of it is under way', async () => {
    const { clock, started, enter, order } = queueOf({ sharesFor: 10_000 });
    void enter('a');
    await order();
    const seen = (nth: number) => [started[nth]?.slot.shares, started[nth]?.slot.level];
    expect(seen(0)).toEqual([false, 1]);
    for (const tenant of ['b', 'a', 'a', 'a', 'a']) void enter(tenant);
    await order();
    expect([seen(0), seen(1)]).toEqual([
      [true, 4],
      [true, 1],
    ]);
    // However long it takes.
    clock.at += 10_001;
    expect([seen(0), seen(1)]).toEqual([
      [false, 4],
      [false, 1],
    ]);
  });

  it('gives free slots in turn to tenants of equal use', async () => {
    const { enter, order, leave } = queueOf({ slots: 1, slotsOfTenant: 1 });
    for (const tenant of ['a', 'a', 'a', 'b', 'b', 'c']) void enter(tenant);
    for (let nth = 0; nth < 5; nth += 1) {
      await order();
      leave(nth, 100);
    }
    expect(await order()).toBe('abcaba');
  });

  it('gives a free slot to the tenant that has used the least time, not the fewest slots', async () => {
    const { enter, order, leave } = queueOf({ slots: 1, slotsOfTenant: 1 });
    for (const tenant of ['a', 'a', 'b', 'b', 'b', 'b']) void enter(tenant);
    leave(0, (await order()) === 'a' ? 1_000 : 0);
    for (const nth of [1, 2, 3]) {
      await order();
      leave(nth, 100);
    }
    expect(await order()).toBe('abbbb');
  });

  it('forgets in time what a tenant has used', async () => {
    const { clock, enter, order, leave } = queueOf({ slots: 1, slotsOfTenant: 1 });
    void enter('a');
    await order();
    leave(0, 20_000);
    clock.at += 10 * 60_000;
    void enter('b');
    await order();
    leave(1, 100);
    for (const tenant of ['c', 'b', 'a']) void enter(tenant);
    await order();
    leave(2, 0);
    expect(await order()).toBe('abca');
  });

  it('never waits for a tenant or a task that was given up', async () => {
    const gone = new AbortController();
    const { enter, order, leave } = queueOf({ slots: 1 });
    void enter('a');
    const given = enter('b', gone.signal);
    void enter('c');
    gone.abort(new Error('gone'));
    await expect(given).rejects.toThrow('gone');
    await order();
    leave(0, 1);
    expect(await order()).toBe('ac');
    await expect(enter('d', gone.signal)).rejects.toThrow('gone');
  });

  it("refuses above the queue limit: the tenant's as rate_limited, the total as unavailable", async () => {
    const { enter } = queueOf({ slots: 1, slotsOfTenant: 1 });
    for (let n = 0; n < 11; n += 1) void enter('a');
    await expect(enter('a')).rejects.toMatchObject({ code: 'rate_limited', headers: { 'retry-after': '2' } });
    for (let n = 0; n < 5; n += 1) void enter(`b${n}`);
    await expect(enter('c')).rejects.toMatchObject({ code: 'unavailable', headers: { 'retry-after': '2' } });
  });

  it('tells a tenant that waits in vain whether it is its own tasks that it waits for', async () => {
    const { queue } = queueOf({ slots: 3 });
    const codeOf = (tenant: string) => queue.enterWithin(1, tenant).catch(({ code }: { code: string }) => code);
    for (const tenant of ['a', 'a', 'b']) await queue.enterWithin(1_000, tenant);
    expect(await codeOf('a')).toBe('rate_limited');
    expect(await codeOf('b')).toBe('unavailable');
  });
});
