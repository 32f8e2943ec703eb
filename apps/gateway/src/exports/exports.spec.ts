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
});
