import { eventually } from '../support/programs';
import type { Route } from './support/browser';
import { inBrowser } from './support/walk';

interface Link {
  readonly id: string;
  readonly title: string | null;
}

/** An answer as the API words a failure. */
const problem = (status: number, code: string, headers: Readonly<Record<string, string>> = {}) => ({
  status,
  headers,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: `about:${code}`,
    title: code,
    status,
    detail: `told for the test: ${code}`,
    code,
    request_id: 'req_of_the_test',
  }),
});

inBrowser('what goes wrong between the dashboard and the API', (walk) => {
  const field = (name: string) => walk.page.getByLabel(name, { exact: true });
  const button = (name: string | RegExp) => walk.page.getByRole('button', { name, exact: true });
  const linksNamed = async (title: string): Promise<readonly Link[]> =>
    (await walk.api<{ readonly data: readonly Link[] }>('GET', `/v1/links?search=${encodeURIComponent(title)}`)).data;

  /** Answers the requests of a method and a path in the place of the product, until the work is done. */
  const answering = async (
    [method, path]: readonly [string, RegExp],
    answer: (route: Route, nth: number) => Promise<void>,
    work: () => Promise<void>,
  ): Promise<void> => {
    let asked = 0;
    await walk.page.route(path, (route) =>
      route.request().method() === method ? answer(route, (asked += 1)) : route.continue(),
    );
    await walk.provoking(work);
    await walk.page.unroute(path);
  };
  const startLink = async (title: string): Promise<void> => {
    await walk.go('links/new');
    await walk.heading('New link').waitFor();
    await field('Destination').fill('https://example.com/fault');
    await field('Title').fill(title);
  };
  const isTyped = async (title: string): Promise<void> => {
    expect(await field('Destination').inputValue()).toBe('https://example.com/fault');
    expect(await field('Title').inputValue()).toBe(title);
  };

  it('says what failed, by its code and the id of the request, and asks again', async () => {
    await walk.signIn();
    const alone = (route: Route) => route.fulfill(problem(503, 'unavailable', { 'retry-after': '1' }));
    await answering(['GET', /\/v1\/links\?/], alone, async () => {
      await walk.go('links');
      await walk.page.getByText('Part of the service is away for a moment').waitFor();
      await walk.page.getByText('req_of_the_test').waitFor();
    });
    await button('Try again').click();
    await walk.page.getByText('No links yet').waitFor();
  });

  it('counts down what a limit asks to wait, and only then asks again', async () => {
    let sent = 0;
    const refused = (route: Route) => (
      (sent += 1),
      route.fulfill(problem(429, 'rate_limited', { 'retry-after': '3' }))
    );
    await answering(['GET', /\/v1\/api-keys\?/], refused, async () => {
      await walk.go('keys');
      const waiting = button(/^Try again in \d s$/);
      await waiting.waitFor();
      expect(await waiting.getAttribute('aria-disabled')).toBe('true');
      await button('Try again').waitFor();
      expect(sent).toBe(1);
    });
    await button('Try again').click();
    await walk.page.getByRole('table').waitFor();
  });

  it('keeps what was typed when the service is away, and sends it again as the same request', async () => {
    await startLink('Away');
    const keys: (string | undefined)[] = [];
    const away = async (route: Route, nth: number) => {
      keys.push(route.request().headers()['idempotency-key']);
      await (nth === 1 ? route.fulfill(problem(503, 'unavailable')) : route.continue());
    };
    await answering(['POST', /\/v1\/links$/], away, async () => {
      await button('Create link').click();
      await walk.page.getByText('Part of the service is away for a moment').waitFor();
      await isTyped('Away');
      await button('Create link').click();
      await walk.heading(/^localhost/).waitFor();
    });
    expect(new Set(keys).size).toBe(1);
  });

  it('makes one link of a form whose answer was lost', async () => {
    await startLink('Lost answer');
    const lost = async (route: Route, nth: number) => {
      if (nth > 1) return route.continue();
      expect((await route.fetch()).status()).toBe(201);
      await route.abort('connectionreset');
    };
    await answering(['POST', /\/v1\/links$/], lost, async () => {
      await button('Create link').click();
      await walk.page.getByText('The server did not answer. What you typed is still here.').waitFor();
      await isTyped('Lost answer');
      await button('Create link').click();
      await walk.heading(/^localhost/).waitFor();
    });
    expect(await linksNamed('Lost answer')).toHaveLength(1);
  });

  it('saves an edit whose answer was lost without asking whom to believe', async () => {
    const [link] = await linksNamed('Lost answer');
    await walk.go(`links/${link?.id}/edit`);
    await field('Title').fill('Edited once');
    const lost = async (route: Route, nth: number) => {
      if (nth > 1) return route.continue();
      expect((await route.fetch()).status()).toBe(200);
      await route.abort('connectionreset');
    };
    await answering(['PATCH', /\/v1\/links\/link_/], lost, async () => {
      await button('Save').click();
      await walk.page.getByText('The server did not answer. What you typed is still here.').waitFor();
      await button('Save').click();
      await walk.heading(/^localhost/).waitFor();
    });
    expect(await linksNamed('Edited once')).toHaveLength(1);
  });

  it('tells an answer that was cut, and asks again', async () => {
    await walk.go('');
    await walk.heading('Overview').waitFor();
    const cut = (route: Route) => route.fulfill({ contentType: 'application/json', body: '{"data":[{"id":"key_' });
    await answering(['GET', /\/v1\/links\?/], cut, async () => {
      await walk.go('links?search=Edited');
      await walk.page.getByText('No answer from the server').waitFor();
    });
    await button('Try again').click();
    await walk.page.getByText('Edited once').waitFor();
  });

  it('goes on with another token when one ends midway', async () => {
    await startLink('Another token');
    const ended = (route: Route, nth: number) =>
      nth === 1 ? route.fulfill(problem(401, 'token_expired')) : route.continue();
    await answering(['POST', /\/v1\/links$/], ended, async () => {
      await button('Create link').click();
      await walk.heading(/^localhost/).waitFor();
    });
    expect(await linksNamed('Another token')).toHaveLength(1);
  });

  it('leads back to what was typed after a session that ended midway', async () => {
    const [link] = await linksNamed('Another token');
    await walk.go(`links/${link?.id}/edit`);
    await field('Title').fill('Typed before the end');
    await walk.page.context().clearCookies();
    await answering(
      ['PATCH', /\/v1\/links\/link_/],
      (route, nth) => (nth === 1 ? route.fulfill(problem(401, 'token_expired')) : route.continue()),
      async () => {
        await button('Save').click();
        await walk.page.waitForURL(/\/app\/sign-in\?next=/);
        await field('E-mail').fill(walk.product.bootstrap.email);
        await field('Password').fill(walk.product.bootstrap.password);
        await button('Sign in').click();
        await walk.heading(/^Edit localhost/).waitFor();
      },
    );
    expect(await field('Title').inputValue()).toBe('Typed before the end');
    await button('Save').click();
    await walk.heading(/^localhost/).waitFor();
    expect(await linksNamed('Typed before the end')).toHaveLength(1);
  });

  it('merges by field what two changed at once', async () => {
    const [link] = await linksNamed('Typed before the end');
    const path = `/v1/links/${link?.id}`;
    await walk.go(`links/${link?.id}/edit`);
    await field('Title').fill('Mine');
    await field('Destination').fill('https://example.com/mine');
    await walk.api('PATCH', path, { title: 'Theirs', external_id: 'theirs-1' });
    await walk.provoking(async () => {
      await button('Save').click();
      await walk.page.getByRole('dialog', { name: 'Somebody else has changed this link' }).waitFor();
    });
    // The destination is mine alone, and the id theirs alone: only the title has to be chosen.
    await walk.page.getByText('Of theirs stays: Id in another system.').waitFor();
    expect(await walk.page.getByRole('radio').count()).toBe(2);
    await walk.page.getByRole('radio', { name: /^Theirs/ }).click();
    await button('Save together').click();
    await walk.heading(/^localhost/).waitFor();
    expect(await walk.api('GET', path)).toMatchObject({
      title: 'Theirs',
      destination_url: 'https://example.com/mine',
      external_id: 'theirs-1',
    });
  });

  it('says that there is no network, keeps what was typed, and goes on when there is one', async () => {
    await startLink('Without a network');
    await walk.provoking(async () => {
      await walk.page.context().setOffline(true);
      await button('Create link').click();
      await walk.page.getByText('You are offline. What you typed is still here.').waitFor();
      await isTyped('Without a network');
      await walk.page.context().setOffline(false);
      await isTyped('Without a network');
      await button('Create link').click();
      await walk.heading(/^localhost/).waitFor();
    });
    expect(await linksNamed('Without a network')).toHaveLength(1);
  });

  it('keeps the session when the service is away at a reload', async () => {
    const there = walk.page.url();
    await answering(
      ['POST', /\/v1\/auth\/refresh$/],
      (route) => route.fulfill(problem(503, 'unavailable')),
      async () => {
        await walk.page.goto(there);
        await walk.page.getByText('Part of the service is away for a moment').waitFor();
      },
    );
    await button('Try again').click();
    await walk.heading(/^localhost/).waitFor();
  });

  it.each(['with locks', 'without locks'])('keeps two tabs alive that refresh at once, %s', async (how) => {
    const tabs = [await walk.person.open(), await walk.person.open()];
    if (how === 'without locks')
      // As on plain http, where a page has no locks.
      for (const tab of tabs) await tab.addInitScript(`delete Navigator.prototype.locks`);
    const there = `${walk.product.url}/app/${walk.workspace}/links`;
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(tabs.map((tab) => tab.goto(there)));
      for (const tab of tabs) await tab.getByText('Without a network').waitFor();
    }
    for (const tab of tabs) {
      await tab.getByRole('link', { name: 'API keys' }).click();
      await tab.getByRole('table').waitFor();
      await tab.close();
    }
  });

  it('shows no password of a form that was sent', async () => {
    await walk.go('links/new');
    await field('Destination').fill('https://example.com/secret');
    await field('Alias').fill('health');
    await walk.page.getByText('Only those who know it get on').click();
    await field('Password').fill('correct horse');
    await walk.provoking(async () => {
      await button('Create link').click();
      await walk.page.getByRole('alert').first().waitFor();
    });
    await button(/^Show as request/).click();
    const panel = walk.page.getByRole('complementary', { name: 'This screen as requests' });
    await panel
      .getByRole('button', { name: /^POST \/v1\/links / })
      .last()
      .click();
    await eventually(async () => expect(await panel.textContent()).toContain('"password": "…"'));
    expect(await walk.page.evaluate('document.body.innerText')).not.toContain('correct horse');
    await walk.page.keyboard.press('Escape');
  });
});
