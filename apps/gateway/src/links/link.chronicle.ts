import { LINK_EVENT_NAMES, type LinkEvent, type LinkRow, linkList } from '@contexts/links';
import type { Chronicle } from '../history/history';
import type { LinkPresenter } from './link.presenter';

/** How links tell of their past. A password shows as `has_password` only, since the public record has no more. */
export const linkChronicle = (presenter: LinkPresenter): Chronicle<LinkRow, LinkEvent> => ({
  projection: linkList,
  names: LINK_EVENT_NAMES,
  record: (row, at) => presenter.stored(row, at),
});
