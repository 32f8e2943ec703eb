import { expectProblem } from '../support/problems';
import { newWorkspace, useWorkspace } from '../support/workspace';

describe('POST /v1/links with an alias that is taken', () => {
  const workspace = useWorkspace();

  it('is refused in any case of its letters, and names the link that has it', async () => {
    const { id } = await workspace.createLink({ alias: 'Taken-One' });
    for (const alias of ['Taken-One', 'taken-one', 'TAKEN-ONE']) {
      const answer = await workspace.post('/v1/links', { destination_url: 'https://example.com', alias });
      expect(expectProblem(answer, 409, 'alias_taken')).toMatchObject({ existing_link_id: id });
    }
  });

  it('is refused on every host of ours, as they are one domain', async () => {
    await workspace.createLink({ alias: 'taken-host' });
    const answer = await workspace.post('/v1/links', {
      destination_url: 'https://example.com',
      alias: 'taken-host',
      domain: `127.0.0.1:${workspace.product.port}`,
    });
    expectProblem(answer, 409, 'alias_taken');
  });

  it('reveals nothing of the link to another workspace', async () => {
    const { id } = await workspace.createLink({ alias: 'taken-two' });
    const answer = await (
      await newWorkspace()
    ).post('/v1/links', { destination_url: 'https://example.com', alias: 'taken-two' });
    expect(expectProblem(answer, 409, 'alias_taken')).not.toHaveProperty('existing_link_id');
    expect(answer.text).not.toContain(id);
  });

  it('writes nothing', async () => {
    await workspace.createLink({ alias: 'taken-three', title: 'first' });
    const before = await workspace.countLinks();
    await workspace.post('/v1/links', {
      destination_url: 'https://example.com',
      alias: 'taken-three',
      title: 'second',
    });
    expect(await workspace.countLinks()).toBe(before);
  });
});
