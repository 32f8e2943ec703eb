import { eventually } from '../support/programs';
import { send } from '../support/waymark';
import type { Route } from './support/browser';
import { inBrowser } from './support/walk';

interface Tokens {
  readonly access_token: string;
}

interface Link {
  readonly id: string;
  readonly title: string | null;
  readonly tags: readonly string[];
}

/** A script that breaks off the body of the next successful answer to a POST at a path. */
const breakingOff = (path: string): string => `{
  const real = window.fetch;
  window.fetch = async (...given) => {
    const response = await real(...given);
    if (new URL(response.url).pathname !== '${path}' || given[0].method !== 'POST' || !response.ok) return response;
    window.fetch = real;
    const body = new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) });
    return new Response(body, { status: response.status, headers: response.headers });
  };
}`;

/** A script by which the clock of the page is an hour ahead, so that its token has expired. */
const AN_HOUR_LATER = '{ const now = Date.now; Date.now = () => now() + 3_600_000; }';

/** An error of the API that the product cannot be made to give at will. */
const problem = (status: number, code: string, headers: Readonly<Record<string, string>> = {}) => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: JSON.stringify({ type: 'about:blank', title: code, status, detail: 'It is so.', code, errors: [] }),
});

inBrowser('faults midway in the dashboard', (walk) => {
  const { field, button } = walk;
  const title = () => field('Title');
  const create = () => button('Create link').click();
  const note = () => walk.page.locator('form [role=alert]');
  const all = async () => (await walk.api<{ readonly data: readonly Link[] }>('GET', '/v1/links?limit=100')).data;
  /** Sends a request as the person who has signed in, from elsewhere. @param credential an access token */
  const elsewhere = <T>(credential: string, method: string, path: string, body: object) =>
    send<T>(walk.product, method, path, { headers: { authorization: `Bearer ${credential}` }, body });
  /** @returns an access token in a workspace of theirs */
  const signInElsewhere = async (workspaceId = walk.workspace): Promise<string> => {
    const { email, password } = walk.product.bootstrap;
    const { body } = await send<Tokens>(walk.product, 'POST', '/v1/auth/login', { body: { email, password } });
    const there = { workspace_id: workspaceId };
    return (await elsewhere<Tokens>(body.access_token, 'POST', '/v1/auth/switch', there)).body.access_token;
  };
  /** Makes an account that is a member of the workspace. */
  const join = async ({ email, password }: { readonly email: string; readonly password: string }): Promise<void> => {
    const invitation = { email, role: 'member' };
    const path = '/v1/workspace/invitations';
    const invited = await elsewhere<{ readonly token: string }>(await signInElsewhere(), 'POST', path, invitation);
    const accepted = { token: invited.body.token, name: 'Next', password };
    expect((await send(walk.product, 'POST', '/v1/auth/accept', { body: accepted })).status).toBe(200);
  };
  const type = async (words: string): Promise<void> => {
    await walk.go('');
    await walk.heading('Overview').waitFor();
    await walk.go('links/new');
    await field('Destination').fill(`https://example.com/${words}`);
    await title().fill(words);
  };
  /** Creates what was typed while the answer is another one; then what was typed stands there, and is sent. */
  const survives = async (words: string, answer: (route: Route) => Promise<void>): Promise<void> => {
    await type(words);
    const url = /\/v1\/links$/;
    await walk.page.route(url, (route) => (route.request().method() === 'POST' ? answer(route) : route.continue()));
    await walk.provoking(async () => {
      await create();
      await note().waitFor();
    });
    await walk.page.unroute(url);
    expect(await title().inputValue()).toBe(words);
  };
  const goesOn = async (words: string): Promise<void> => {
    await create();
    await walk.page.waitForURL(/\/links\/link_/);
    expect((await all()).filter((link) => link.title === words)).toHaveLength(1);
  };

  /**
   * Does something twice, for the first answer is lost.
   * @param act does it once @param done waits until it is seen @returns the Idempotency-Key of each attempt
   */
  const repeat = async (
    method: string,
    url: string,
    act: () => Promise<void>,
    done: () => Promise<void>,
  ): Promise<readonly (string | undefined)[]> => {
    const keys: (string | undefined)[] = [];
    await walk.page.route(url, async (route) => {
      if (route.request().method() !== method) return route.continue();
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await walk.provoking(async () => {
      await act();
      await walk.page.getByText('No answer from the server').first().waitFor();
    });
    await act();
    await done();
    await walk.page.unroute(url);
    return keys;
  };

  beforeAll(() => walk.signIn());

  it('keeps what was typed while no server answers, and sends it once one does', async () => {
    await type('offline');
    await walk.page.context().setOffline(true);
    await walk.provoking(async () => {
      await create();
      await note().getByText('No answer from the server').waitFor();
    });
    await walk.page.context().setOffline(false);
    expect(await title().inputValue()).toBe('offline');
    await goesOn('offline');
  });

  it('makes one link where the answer to the first attempt was lost', async () => {
    await survives('lost', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await goesOn('lost');
  });

  it('keeps it over a 503', async () => {
    await survives('away', (route) => route.fulfill(problem(503, 'unavailable', { 'retry-after': '1' })));
    await goesOn('away');
  });

  it('keeps it over a 429, and says how long to wait', async () => {
    await survives('limited', (route) => route.fulfill(problem(429, 'rate_limited', { 'retry-after': '30' })));
    await walk.page
      .getByText(/Try again in \d+ s/)
      .first()
      .waitFor();
    await goesOn('limited');
  });

  it('merges by field what two people changed at once', async () => {
    const made = await walk.api<Link>('POST', '/v1/links', { destination_url: 'https://example.com/', title: 'First' });
    await walk.go(`links/${made.id}/edit`);
    await title().fill('Mine');
    await walk.api('PATCH', `/v1/links/${made.id}`, { title: 'Theirs', tags: ['theirs'] });
    await walk.provoking(async () => {
      await button('Save').click();
      await walk.page.getByRole('dialog', { name: 'Somebody else has changed this link' }).waitFor();
    });
    await button('Save together').click();
    await walk.page.waitForURL(new RegExp(`/links/${made.id}$`));
    expect(await walk.api<Link>('GET', `/v1/links/${made.id}`)).toMatchObject({ title: 'Mine', tags: ['theirs'] });
  });

  const EDITS = [
    {
      noun: 'webhook',
      made: { url: 'https://example.com/hook', events: ['link.*'] },
      mine: { label: 'Endpoint', change: { url: 'https://example.com/mine' } },
      theirs: { events: ['link.deleted'] },
    },
    {
      noun: 'campaign',
      made: { name: 'Before' },
      mine: { label: 'Name', change: { name: 'Mine' } },
      theirs: { utm_source: 'theirs' },
    },
  ];

  it.each(EDITS)('keeps what was typed for a $noun when it is read again', async ({ noun, made, mine, theirs }) => {
    const { id } = await walk.api<{ readonly id: string }>('POST', `/v1/${noun}s`, made);
    const path = `/v1/${noun}s/${id}`;
    const [typed = ''] = Object.values(mine.change);
    await walk.go(`${noun}s/${id}/edit`);
    await field(mine.label).fill(typed);
    await walk.api('PATCH', path, theirs);
    await walk.provoking(async () => {
      await walk.page.context().setOffline(true);
      const again = walk.page.waitForResponse((response) => response.url().endsWith(path));
      await walk.page.context().setOffline(false);
      await again;
      await walk.settle();
      expect(await field(mine.label).inputValue()).toBe(typed);
      await button('Save').click();
      await walk.page.getByRole('dialog', { name: `Somebody else has changed this ${noun}` }).waitFor();
    });
    await button('Save together').click();
    await walk.page.waitForURL(new RegExp(`/${noun}s/${id}$`));
    await eventually(async () => expect(await walk.api('GET', path)).toMatchObject({ ...theirs, ...mine.change }));
  });

  it.each(EDITS)('merges what was typed for a $noun, left and saved later', async ({ noun, made, mine, theirs }) => {
    const { id } = await walk.api<{ readonly id: string }>('POST', `/v1/${noun}s`, made);
    const path = `/v1/${noun}s/${id}`;
    const [typed = ''] = Object.values(mine.change);
    await walk.go(`${noun}s/${id}/edit`);
    await field(mine.label).fill(typed);
    await walk.go('');
    await walk.heading('Overview').waitFor();
    await walk.api('PATCH', path, theirs);
    await walk.go(`${noun}s/${id}/edit`);
    await walk.page.getByText('What you typed last time.').waitFor();
    expect(await field(mine.label).inputValue()).toBe(typed);
    await walk.provoking(async () => {
      await button('Save').click();
      await walk.page.getByRole('dialog', { name: `Somebody else has changed this ${noun}` }).waitFor();
    });
    await button('Save together').click();
    await walk.page.waitForURL(new RegExp(`/${noun}s/${id}$`));
    await eventually(async () => expect(await walk.api('GET', path)).toMatchObject({ ...theirs, ...mine.change }));
    await walk.go(`${noun}s/${id}/edit`);
    await field(mine.label).waitFor();
    expect(await walk.page.getByText('What you typed last time.').count()).toBe(0);
  });

  it('does not show what one person has typed to the next one', async () => {
    const { id } = await walk.api<Link>('POST', '/v1/links', { destination_url: 'https://example.com/', title: 'One' });
    const forms = [
      ['campaigns/new', 'Name', 'New campaign'],
      ['links/new', 'Title', 'New link'],
      [`links/${id}/edit`, 'Title', /^Edit /],
    ] as const;
    const said = async (): Promise<readonly string[]> => {
      const texts: string[] = [];
      for (const [path, label] of forms) {
        await walk.page.goto(`${walk.product.url}/app/${walk.workspace}/${path}`);
        texts.push(await field(label).inputValue());
      }
      return texts;
    };
    for (const [path, label, heading] of forms) {
      await walk.go(path);
      await walk.heading(heading).waitFor();
      await field(label).fill('Typed by the first one');
    }
    const next = { email: 'next@example.com', password: 'a password of hers' };
    await join(next);
    await walk.loseSession();
    await walk.enter(next);
    await field('Title').waitFor();
    expect(await said()).toEqual(['', '', 'One']);
    await walk.loseSession();
    await walk.enter();
    await field('Title').waitFor();
    expect(await said()).toEqual(forms.map(() => 'Typed by the first one'));
    await button('Start anew').click();
    await walk.go('links/new');
    await button('Start anew').click();
  });

  it('makes one campaign where the first answer broke off', async () => {
    await walk.go('campaigns/new');
    await field('Name').fill('Broken off');
    await walk.page.evaluate(breakingOff('/v1/campaigns'));
    await button('Create campaign').click();
    await walk.page.getByText('No answer from the server').first().waitFor();
    await button('Create campaign').click();
    await walk.heading('Broken off').waitFor();
    const { data } = await walk.api<{ readonly data: readonly { readonly name: string }[] }>('GET', '/v1/campaigns');
    expect(data.filter(({ name }) => name === 'Broken off')).toHaveLength(1);
  });

  it('keeps what was typed where a part of the page does not come', async () => {
    await walk.page.goto(`${walk.product.url}/app/${walk.workspace}/campaigns/new`);
    await field('Name').fill('Typed before');
    await walk.page.route('**/palette-*.js', (route) => route.abort());
    await walk.provoking(async () => {
      await walk.page.keyboard.press('Control+k');
      await walk.page.getByText('This could not be loaded').first().waitFor();
    });
    await walk.page.unroute('**/palette-*.js');
    expect(await field('Name').inputValue()).toBe('Typed before');
    await button('Cancel').click();
    await walk.heading('Campaigns').waitFor();
  });

  it('shows its screens where the place of notices does not come', async () => {
    await walk.page.route('**/toasts-*.js', (route) => route.abort());
    await walk.provoking(async () => {
      const missed = walk.page.waitForEvent('requestfailed', (request) => request.url().includes('/toasts-'));
      await walk.page.goto(`${walk.product.url}/app/${walk.workspace}/campaigns`);
      await missed;
      await walk.heading('Campaigns').waitFor();
      await walk.page.keyboard.press('Control+k');
      await walk.page.getByRole('combobox', { name: /^Search links/ }).waitFor();
    });
    await walk.page.unroute('**/toasts-*.js');
    await walk.page.goto(walk.page.url());
    await walk.heading('Campaigns').waitFor();
  });

  it('imports a file once where the answer to the first attempt was lost', async () => {
    await walk.go('imports');
    await walk.page.locator('input[type=file]').setInputFiles({
      name: 'once.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('destination_url,title\nhttps://example.com/once,imported once\n'),
    });
    await walk.page.getByRole('region', { name: 'First rows' }).getByText('imported once').waitFor();
    await walk.page.route('**/v1/links/import', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await walk.provoking(async () => {
      await button('Import').click();
      await walk.page.getByText('No answer from the server').first().waitFor();
    });
    await walk.page.unroute('**/v1/links/import');
    await button('Import').click();
    await walk.heading(/^Import from /).waitFor();
    const { meta } = await walk.api<{ readonly meta: { readonly total: number } }>('GET', '/v1/imports');
    expect(meta.total).toBe(1);
  });

  it('replays a window once where the answer to the first attempt was lost', async () => {
    const { id } = await walk.api<Link>('POST', '/v1/webhooks', {
      url: 'https://example.com/again',
      events: ['link.*'],
    });
    await walk.go(`webhooks/${id}`);
    await button('More actions').click();
    await walk.page.getByRole('menuitem', { name: 'Replay events' }).click();
    const keys = await repeat(
      'POST',
      '**/v1/webhooks/*/replay',
      () => button('Replay').last().click(),
      () => walk.page.getByRole('dialog', { name: /replay|queued/ }).waitFor(),
    );
    expect(keys).toEqual([expect.any(String), keys[0]]);
    await button('Close').last().click();
  });

  it('saves an edit once where the answer to the first attempt was lost', async () => {
    const { id } = await walk.api<Link>('POST', '/v1/links', { destination_url: 'https://example.com/', title: 'One' });
    await walk.go(`links/${id}/edit`);
    await title().fill('Two');
    const keys = await repeat(
      'PATCH',
      `**/v1/links/${id}`,
      () => button('Save').click(),
      () => walk.heading(/^(?!Edit ).+\//).waitFor(),
    );
    expect(keys).toEqual([expect.any(String), keys[0]]);
    expect(walk.page.url()).toMatch(new RegExp(`/links/${id}$`));
    expect(await walk.api('GET', `/v1/links/${id}/history`)).toMatchObject({ meta: { total: 2 } });
  });

  it('starts a campaign once where the answer was lost, and says what still applies a pause', async () => {
    const { id } = await walk.api<Link>('POST', '/v1/campaigns', { name: 'Lost and found' });
    await walk.go(`campaigns/${id}`);
    const keys = await repeat(
      'POST',
      `**/v1/campaigns/${id}/start`,
      () => button('Start').click(),
      () => walk.page.getByText(/^It is active until/).waitFor(),
    );
    expect(keys).toEqual([expect.any(String), keys[0]]);
    const pause = `**/v1/campaigns/${id}/pause`;
    await walk.page.route(pause, async (route) => {
      const response = await route.fetch();
      const headers = { 'waymark-pending': 'campaign-list' };
      await route.fulfill({ status: response.status(), headers, json: await response.json() });
    });
    await button('Pause').click();
    await walk.page.getByText('campaign-list still applies it.').first().waitFor();
    await walk.page.unroute(pause);
  });

  it('makes each of many links once where the server fails at one of them', async () => {
    const urls = ['https://example.com/many-a', 'https://example.com/many-b'];
    await walk.go('links/new');
    await button('Paste many').click();
    await walk.page.getByRole('dialog', { name: 'Many links at once' }).getByRole('textbox').fill(urls.join('\n'));
    await walk.page.route('**/v1/links/bulk', async (route) => {
      const response = await route.fetch();
      const { data, meta } = (await response.json()) as { readonly data: readonly object[]; readonly meta: object };
      const error = {
        type: 'about:blank',
        title: 'away',
        status: 503,
        detail: 'It is away.',
        code: 'unavailable',
        errors: [],
      };
      await route.fulfill({
        status: response.status(),
        json: { data: [data[0], { index: 1, status: 503, error }], meta },
      });
    });
    await button('Create 2 links').click();
    await walk.page.getByText('1 link created').waitFor();
    await walk.page.unroute('**/v1/links/bulk');
    await button('Try again').click();
    await walk.page.getByText('2 links created').waitFor();
    const made = await walk.api<{ readonly data: readonly { readonly destination_url: string }[] }>(
      'GET',
      '/v1/links?limit=100',
    );
    expect(made.data.map((link) => link.destination_url).filter((url) => urls.includes(url))).toHaveLength(2);
    await button('Done').click();
  });

  it('adds a tag to a link beside one that came since it was listed', async () => {
    const { id } = await walk.api<Link>('POST', '/v1/links', {
      destination_url: 'https://example.com/',
      alias: 'tagged-by-two',
    });
    await walk.go('links?search=tagged-by-two');
    const host = new URL(walk.product.url).host;
    await walk.page.getByRole('checkbox', { name: `Select ${host}/tagged-by-two` }).click();
    const selected = walk.page.getByRole('region', { name: 'Selected links' });
    await selected.getByRole('button', { name: 'Tag' }).click();
    await walk.api('PATCH', `/v1/links/${id}`, { tags: ['theirs'] });
    await field('Tag').fill('mine');
    await button('Add it').click();
    await walk.page.getByText('1 link tagged').waitFor();
    expect((await walk.api<Link>('GET', `/v1/links/${id}`)).tags).toEqual(['theirs', 'mine']);
  });

  it('says that a form has no domains to choose from, where they could not be loaded', async () => {
    const url = /\/v1\/domains/;
    await walk.page.route(url, (route) => route.fulfill(problem(403, 'forbidden')));
    await walk.provoking(async () => {
      await walk.go('links/new');
      // Without the domains that another screen has read.
      await walk.page.reload();
      await walk.page.getByText('Your domains could not be loaded.').waitFor();
    });
    await walk.page.unroute(url);
  });

  it('keeps the draft of an empty form beside a form that begins with an address', async () => {
    await walk.go('links/new');
    await title().fill('A draft');
    await walk.go('links/new?destination_url=https%3A%2F%2Fexample.com%2Fpasted');
    await title().fill('Pasted');
    await walk.page.goto(walk.page.url());
    await walk.page.getByText('What you typed last time.').waitFor();
    expect(await title().inputValue()).toBe('Pasted');
    await create();
    await walk.page.waitForURL(/\/links\/link_/);
    await walk.go('links/new');
    await walk.page.getByText('What you typed last time.').waitFor();
    expect(await title().inputValue()).toBe('A draft');
    await button('Start anew').click();
  });

  it('gets one token for two tabs whose own are refused at once, and loses nothing typed', async () => {
    await type('expired');
    const other = await walk.person.open();
    await other.goto(`${walk.product.url}/app/${walk.workspace}/links/new`);
    await other.getByLabel('Destination', { exact: true }).fill('https://example.com/other');
    const tabs = [walk.page, other];
    for (const tab of tabs) {
      let refused = 0;
      await tab.route('**/v1/links', (route) =>
        (refused += 1) === 1 ? route.fulfill(problem(401, 'token_expired')) : route.continue(),
      );
    }
    await walk.provoking(async () => {
      await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: 'Create link' }).last().click()));
      for (const tab of tabs) await tab.waitForURL(/\/links\/link_/);
    });
    for (const tab of tabs) await tab.unroute('**/v1/links');
    expect((await all()).filter((link) => link.title === 'expired')).toHaveLength(2);
    await other.close();
  });

  it('opens a tab although another one gets no answer to its refresh', async () => {
    const [stuck, other] = [await walk.person.open(), await walk.person.open()];
    let asked = 0;
    await stuck.route('**/v1/auth/refresh', async () => void (asked += 1));
    await stuck.goto(`${walk.product.url}/app/${walk.workspace}/links/new`);
    await eventually(() => expect(asked).toBe(1));
    await other.goto(`${walk.product.url}/app/${walk.workspace}/links/new`);
    await other.getByLabel('Destination', { exact: true }).waitFor();
    await Promise.all([stuck, other].map((tab) => tab.close()));
  });

  it('begins anew in a tab whose workspace is gone, and ends the session from there', async () => {
    const first = walk.workspace;
    const other = await walk.person.open();
    const gone = '**/v1/auth/switch';
    const isGone = (route: Route) => route.fulfill(problem(404, 'not_found'));
    const overview = () => other.getByRole('heading', { name: 'Overview', level: 1 });
    await other.goto(`${walk.product.url}/app/new-workspace`);
    await other.getByLabel('Name').fill('Another one');
    await other.getByRole('button', { name: 'Create workspace' }).click();
    await overview().waitFor();
    // The session is in the other workspace now.
    await walk.page.route(gone, isGone);
    await walk.page.evaluate(AN_HOUR_LATER);
    await walk.provoking(async () => {
      await walk.go('links');
      await walk.page.waitForURL(new RegExp(`/app/(?!${first})\\w+$`));
      await walk.heading('Overview').waitFor();
    });
    await walk.page.unroute(gone);
    // And back in the first one.
    await walk.page.goto(`${walk.product.url}/app/${first}`);
    await walk.heading('Overview').waitFor();
    let ended = 0;
    await other.route(gone, isGone);
    await other.route('**/v1/auth/logout', async (route) => {
      ended += 1;
      await route.continue();
    });
    await other.evaluate(AN_HOUR_LATER);
    await other.getByRole('button', { name: /^Account: / }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    for (const tab of [walk.page, other]) await tab.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(ended).toBe(1);
    await other.close();
    await walk.signIn();
    // A log-in chooses the workspace.
    walk.workspace = first;
    await walk.page.goto(`${walk.product.url}/app/${first}`);
    await walk.heading('Overview').waitFor();
  });

  it('opens another workspace of somebody whose own was deleted elsewhere', async () => {
    const other = await walk.person.open();
    await other.goto(`${walk.product.url}/app/new-workspace`);
    await other.getByLabel('Name').fill('Short-lived');
    await other.getByRole('button', { name: 'Create workspace' }).click();
    await other.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    const gone = new URL(other.url()).pathname.split('/')[2] ?? '';
    expect(gone).not.toBe(walk.workspace);
    const deleted = await elsewhere(await signInElsewhere(gone), 'DELETE', '/v1/workspace', { name: 'Short-lived' });
    expect(deleted.status).toBe(204);
    await other.goto(`${walk.product.url}/app/${gone}/links`);
    await other.waitForURL(new RegExp(`/app/(?!${gone})ws_\\w+$`));
    await other.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await other.close();
    await walk.page.goto(`${walk.product.url}/app/${walk.workspace}`);
    await walk.heading('Overview').waitFor();
  });

  it.each([
    ['campaign', 'campaigns/new', 'Name'],
    ['webhook', 'webhooks/new', 'Endpoint'],
    ['QR code', 'qr-codes/new', 'Name'],
  ])('has what was typed for a %s once a session that has ended is a new one', async (noun, path, label) => {
    await walk.go(path);
    await walk.heading(`New ${noun}`).waitFor();
    await field(label).fill('Typed before the session ended');
    await walk.loseSession();
    await walk.enter();
    await walk.page.getByText('What you typed last time.').waitFor();
    expect(await field(label).inputValue()).toBe('Typed before the session ended');
    await button('Cancel').click();
    await walk.heading(`New ${noun}`).waitFor({ state: 'hidden' });
    await walk.go(path);
    await walk.heading(`New ${noun}`).waitFor();
    expect(await field(label).inputValue()).toBe('');
  });

  it('asks to sign in where the session has ended, and then has what was typed', async () => {
    const { id } = await walk.api<Link>('POST', '/v1/links', { destination_url: 'https://example.com/', title: 'One' });
    await walk.go(`links/${id}/edit`);
    await title().fill('Typed before the session ended');
    await walk.loseSession();
    await walk.enter();
    await walk.heading(/^Edit /).waitFor();
    expect(await title().inputValue()).toBe('Typed before the session ended');
    await button('Save').click();
    await walk.page.waitForURL(new RegExp(`/links/${id}$`));
  });
});
