// So that nothing in a fixture names the machine that it was made on.
import { homedir, hostname } from 'node:os';
import { resolve } from 'node:path';

/** In the directory's lock files and in Postgres' own: the same on every machine. */
export const WORKPLACE = '/tmp/waymark-fixture';
/** An option of Node. Writers of the click log and topics of replies are named by their host. */
export const NEUTRAL_HOST =
  '--import=data:text/javascript,import%20os%20from%22node:os%22;os.hostname=()=>%22waymark%22';

/** Texts that no fixture may have. @param checkout folder of the version that makes it */
export const secretsOf = (checkout) =>
  [hostname(), homedir(), resolve(checkout), resolve(import.meta.dirname, '..', '..')].filter(
    (text) => text.length > 4,
  );
