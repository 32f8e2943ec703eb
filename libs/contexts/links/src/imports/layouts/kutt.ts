import type { ImportLayout, ImportRow } from '../layout';
import { instantOfDump, isTrue, passwordUnknownIf, problemIf, textOf, titleOf } from '../values';

/** Rows of the API, and the dump of the table `links`: Kutt itself has no export. */
export const kutt: ImportLayout = {
  marks: [['address', 'target']],
  // The table has no `link`.
  ofApi: [['address', 'target', 'link']],
  used: ['address', 'target', 'description', 'domain', 'domainid', 'password', 'banned', 'expirein'],
  ignored: ['id', 'uuid', 'link', 'visitcount', 'createdat', 'updatedat', 'userid', 'bannedbyid'],
  linkOf: (row) => {
    return {
      body: {
        destination_url: textOf(row['target']),
        alias: textOf(row['address']),
        title: titleOf(row['description']),
        expires_at: instantOfDump(row['expirein']),
      },
      host: hostOf(row),
      problems: [
        ...passwordUnknownIf(isProtected(row['password']), 'password'),
        ...problemIf(isTrue(row['banned']), 'banned', 'is set: such a link is not imported'),
      ],
    };
  },
};

/** The API says whether there is a password, the table has its hash. */
const isProtected = (password: unknown): boolean =>
  typeof password === 'string' ? !/^(false|0|f)?$/i.test(textOf(password) ?? '') : Boolean(password);

/** The table has only the id of a domain: the host is then not known, but it is not the default one. */
const hostOf = (row: ImportRow): string | undefined => {
  const id = textOf(row['domainid']);
  return textOf(row['domain'])?.toLowerCase() ?? (id === undefined ? undefined : `domain_id ${id}`);
};
