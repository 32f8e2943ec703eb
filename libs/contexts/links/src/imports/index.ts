export { cellOf, protectCell, unprotectCell } from './cells';
export { type ImportedLink, type ImportRow, IMPORT_SOURCES, type ImportSource } from './layout';
export { DISABLED } from './layouts/waymark';
export { hasManyMembers } from './values';
export { ERROR_COLUMNS, type ImportHeader, layoutOf, recognise, rowOf } from './recognise';
