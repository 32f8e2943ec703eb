import { announce } from './bootstrap';

const CREDENTIALS = {
  base_url: 'http://localhost:3000',
  email: 'owner@waymark.local',
  password: 'made-up-or-given',
  workspace_id: 'ws_1',
  api_key: 'wm_secret',
};

describe('the credentials of the first owner', () => {
  const announced = ({ isTTY, password }: { isTTY: boolean; password?: string }): { shown: string; logged: string } => {
    const shown: string[] = [];
    const logged: unknown[] = [];
    announce(CREDENTIALS, {
      config: { dataDir: '/data', bootstrap: { email: undefined, password, plan: 'free' } },
      logger: { info: (...line: unknown[]) => void logged.push(line) },
      isTerminal: isTTY,
      print: (text) => void shown.push(text),
    });
    return { shown: shown.join(''), logged: JSON.stringify(logged) };
  };

  it('are shown on a terminal, but for a password that was given', () => {
    expect(announced({ isTTY: true })).toEqual({ shown: expect.stringContaining('made-up-or-given'), logged: '[]' });
    const { shown } = announced({ isTTY: true, password: 'made-up-or-given' });
    expect(shown).not.toContain('made-up-or-given');
    expect(shown).toContain('(BOOTSTRAP_PASSWORD)');
    expect(shown).toContain('wm_secret');
  });

  it('are in no log, which names their file', () => {
    const { shown, logged } = announced({ isTTY: false });
    expect(shown).toBe('');
    expect(logged).toContain('/data/bootstrap.json');
    expect(
      ['owner@waymark.local', 'made-up-or-given', 'wm_secret'].filter((secret) => logged.includes(secret)),
    ).toEqual([]);
  });
});
