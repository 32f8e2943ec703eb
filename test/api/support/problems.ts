import type { Answer } from '../../support/waymark';
import type { Problem } from './records';

/**
 * The one shape of every failure (RFC 9457): checks all of it, and its code.
 * @returns the locations of its problems
 */
export const expectProblem = (answer: Answer, status: number, code: string): Problem => {
  const { headers, body } = answer;
  expect({ status: answer.status, code: (body as Partial<Problem>).code, said: answer.text }).toEqual({
    status,
    code,
    said: answer.text,
  });
  const requestId = String(headers['x-request-id']);
  expect(headers['content-type']).toMatch(/^application\/problem\+json\b/);
  expect(headers['cache-control']).toContain('no-store');
  expect(body).toMatchObject({
    type: expect.stringMatching(new RegExp(`^http://localhost:\\d+/errors/${code}$`)),
    title: expect.stringMatching(/./),
    status,
    detail: expect.stringMatching(/./),
    code,
    instance: `urn:request:${requestId}`,
    request_id: requestId,
    errors: expect.any(Array),
  });
  expect(answer.text).not.toMatch(/ at \S+ \(|node_modules|select |insert into|\.ts:\d/i);
  for (const problem of (body as Problem).errors)
    expect(problem).toEqual({
      location: expect.stringMatching(/./),
      message: expect.stringMatching(/./),
      code: expect.stringMatching(/^[a-z_]+$/),
    });
  if (code === 'insufficient_scope') expect(body).toHaveProperty('required_scope', expect.stringMatching(/./));
  if (status === 401)
    expect(headers['www-authenticate']).toBe(/_password$|^password_/.test(code) ? 'Password' : 'Bearer');
  return body as Problem;
};

/** The locations of a 400's problems, in alphabetical order. */
export const locationsOf = (answer: Answer): string[] =>
  expectProblem(answer, 400, 'invalid_request')
    .errors.map(({ location }) => location)
    .sort();

/** A repeat of a creation under its Idempotency-Key: the first answer, which no cache may store. */
export const expectRepeated = (again: Answer, first: Answer): void =>
  expect([again.status, again.text, again.headers['idempotent-replayed'], again.headers['cache-control']]).toEqual([
    201,
    first.text,
    'true',
    'no-store',
  ]);
