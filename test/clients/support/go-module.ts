import { join } from 'node:path';

const LIBRARY = join(__dirname, '../../../libs/clients/go');

/** For `go`: nothing is downloaded. */
export const GO_ENV = { GOFLAGS: '', GOPROXY: 'off', GOTOOLCHAIN: 'local', GOWORK: 'off' };

/** The go.mod of a module that uses the library, as the library's README says. */
export const goMod = (name: string): string =>
  `module ${name}\n\ngo 1.24\n\nrequire waymark.example/waymark v1.0.0\n\n` +
  `replace waymark.example/waymark => ${JSON.stringify(LIBRARY)}\n`;
