export interface NewLinkSearch {
  readonly destination_url?: string;
  /** Id of a link to take the fields of. */
  readonly from?: string;
}

export const newLinkSearch = (search: Readonly<Record<string, unknown>>): NewLinkSearch => ({
  ...(typeof search['destination_url'] === 'string' && { destination_url: search['destination_url'] }),
  ...(typeof search['from'] === 'string' && { from: search['from'] }),
});
