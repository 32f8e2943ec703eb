import { ExportSlots } from './exports';

describe('an export', () => {
  it('has two slots per workspace, and other workspaces do not wait for them', () => {
    const slots = new ExportSlots();
    const free = slots.take('ws_a');
    slots.take('ws_a');
    expect(() => slots.take('ws_a')).toThrow(expect.objectContaining({ code: 'rate_limited' }));
    for (const workspace of ['ws_b', 'ws_b', 'ws_c', 'ws_d']) slots.take(workspace);
    expect(() => slots.take('ws_e')).toThrow(
      expect.objectContaining({ code: 'unavailable', headers: { 'retry-after': '30' } }),
    );
    free();
    free();
    slots.take('ws_e');
    expect(() => slots.take('ws_f')).toThrow(expect.objectContaining({ code: 'unavailable' }));
  });

  it('whose reader is slow gives its slot to a workspace that has none', () => {
    jest.useFakeTimers();
    try {
      const slots = new ExportSlots();
      const ended: string[] = [];
      const open = (name: string, bytesPerSecond: number, isBehind = () => true) => {
        const began = performance.now();
        const passed = () => ((performance.now() - began) / 1_000) * bytesPerSecond;
        return slots.watch({ passed, isBehind, end: () => ended.push(name) }, slots.take(name.slice(0, 4)));
      };
      open('ws_a: fast', 1_000_000);
      open('ws_c: waits for its clicks', 10, () => false);
      for (const name of ['ws_b: 1', 'ws_b: 2', 'ws_c: slow']) open(name, 20_000);
      const leave = open('ws_a: unread', 0);
      // Readers are given some time.
      expect(() => slots.take('ws_d')).toThrow(expect.objectContaining({ code: 'unavailable' }));
      jest.advanceTimersByTime(20_000);
      expect(() => slots.take('ws_c')).toThrow(expect.objectContaining({ code: 'rate_limited' }));
      expect(ended).toEqual([]);
      const others = ['ws_d', 'ws_e', 'ws_f'].map((workspace) => slots.take(workspace));
      expect(ended).toEqual(['ws_b: 1', 'ws_b: 2', 'ws_c: slow']);
      slots.take('ws_h');
      expect(ended.at(-1)).toBe('ws_a: unread');
      expect(() => slots.take('ws_i')).toThrow(expect.objectContaining({ code: 'unavailable' }));
      leave();
      expect(() => slots.take('ws_i')).toThrow(expect.objectContaining({ code: 'unavailable' }));
      others[0]?.();
      slots.take('ws_i');
    } finally {
      jest.useRealTimers();
    }
  });
});
