import { DownloadIcon } from '@primer/octicons-react';
import { Button } from '../../ui/button';
import { Menu, MenuItem } from '../../ui/menu';
import { downloadByTicket } from '../analytics/download';
import type { ListSearch } from './search';

/** Saves every link that the filters select, the oldest first. */
export const ExportMenu = ({ search: { sort: _sort, order: _order, ...filters } }: { readonly search: ListSearch }) => {
  const save = (format: 'csv' | 'ndjson'): void => {
    const query = new URLSearchParams({ ...filters, format });
    void downloadByTicket(`/v1/links/export?${query}`, `links.${format}`);
  };
  return (
    <Menu trigger={<Button tone="quiet" size="icon" aria-label="Export" title="Export" icon={<DownloadIcon />} />}>
      <MenuItem onSelect={() => save('csv')}>Links as CSV</MenuItem>
      <MenuItem onSelect={() => save('ndjson')}>Links as NDJSON</MenuItem>
    </Menu>
  );
};
