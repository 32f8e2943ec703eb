import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const LEAST = [8, 2];

/** @param options.library folder of the library, or of a copy of it */
export const available = async ({ library }) => {
  const asked = spawnSync('php', ['-r', "echo PHP_VERSION, ' ', extension_loaded('curl') ? 'curl' : '';"]);
  if (asked.error || asked.status !== 0) return { skipped: 'php is not installed' };
  const [version, curl] = asked.stdout.toString().split(' ');
  const [major, minor] = version.split('.').map(Number);
  if (major * 100 + minor < LEAST[0] * 100 + LEAST[1]) return { skipped: `php is ${version}, not ${LEAST.join('.')}` };
  if (curl !== 'curl') return { skipped: 'php has no extension curl' };
  return {
    command: ['php', fileURLToPath(new URL('driver.php', import.meta.url))],
    env: { WAYMARK_LIBRARY: library },
  };
};

export const library = 'php';

/** Faults that the suite must catch. */
export const faults = [
  {
    name: 'a new key for each attempt',
    file: 'src/Client.php',
    from: "'Idempotency-Key' => $idempotencyKey,",
    to: "'Idempotency-Key' => $idempotencyKey === null ? null : self::uuid(),",
    caughtBy: 'a 503 is repeated under one key',
  },
  {
    name: 'Retry-After is ignored',
    file: 'src/Retry.php',
    from: 'return $retryAfter ?? 0.5',
    to: 'return 0.5',
    caughtBy: 'Retry-After is kept',
  },
  {
    name: 'a cut answer is swallowed',
    file: 'src/CurlExchange.php',
    from: '} elseif ($this->result === CURLE_OK) {',
    to: '} elseif ($this->result !== null) {',
    caughtBy: 'an export that is cut raises',
  },
  {
    name: 'the signature of JSON that was written again',
    file: 'src/Webhook.php',
    from: 'self::verify($body, $headers, $secret, $now);',
    to: 'self::verify(Json::encode(Json::object($body)), $headers, $secret, $now);',
    caughtBy: 'a signature is accepted',
  },
  {
    name: 'redirects are followed',
    file: 'src/CurlExchange.php',
    from: 'CURLOPT_FOLLOWLOCATION => false,',
    to: 'CURLOPT_FOLLOWLOCATION => true,',
    caughtBy: 'a redirect is refused',
  },
  {
    name: 'the 404 of a repeated DELETE is thrown',
    file: 'src/Client.php',
    from: "$call->method === 'DELETE' && $maybeDone",
    to: "$call->method === 'DELETE' && !$maybeDone",
    caughtBy: 'a repeated DELETE that finds nothing is done',
  },
];
