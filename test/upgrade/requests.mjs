// How a fixture's version is asked by HTTP.
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export const PUBLIC_URL = 'http://waymark.example';
const HOST = new URL(PUBLIC_URL).host;

/** One request; the answer as `{ status, headers, body, text }`, whatever the status is. */
export const send = (port, method, path, { headers = {}, body } = {}) =>
  new Promise((resolve, reject) => {
    const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const type =
      payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) };
    const sent = request({ host: '127.0.0.1', port, method, path, headers: { host: HOST, ...type, ...headers } });
    const answered = async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      const isJson = text !== '' && /[/+]json/.test(response.headers['content-type'] ?? '');
      return {
        status: response.statusCode,
        headers: response.headers,
        text,
        body: isJson ? JSON.parse(text) : undefined,
      };
    };
    sent
      .on('response', (response) => resolve(answered(response)))
      .on('error', reject)
      .end(payload);
  });

/** Requests with a credential that must succeed, for their bodies. */
export const clientOf = (port, credential) => async (method, path, body) => {
  const {
    status,
    text,
    body: answered,
  } = await send(port, method, path, { body, headers: { authorization: `Bearer ${credential}` } });
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
  return answered;
};

export const logIn = async (port, { email, password }) =>
  (await send(port, 'POST', '/v1/auth/login', { body: { email, password } })).body?.access_token;

/** Waits until `check` returns without throwing, a minute at most. */
export const eventually = async (check) => {
  for (const until = Date.now() + 60_000; ; await delay(50)) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
};
