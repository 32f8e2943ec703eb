/** The utm fields that a campaign hands down. */
export const INHERITED = ['utm_source', 'utm_medium', 'utm_campaign'] as const;
export type Inherited = Readonly<Record<(typeof INHERITED)[number], string | null>>;

export interface Passed {
  readonly name: (typeof INHERITED)[number];
  readonly value: string;
  readonly from: 'destination' | 'link' | 'campaign';
}

const paramsOf = (address: string): URLSearchParams => {
  try {
    return new URL(address).searchParams;
  } catch {
    return new URLSearchParams();
  }
};

/** What a visitor without utm fields of their own arrives with: the destination's, else the link's, else the campaign's. */
export const passedBy = (
  link: Inherited & { readonly destination_url: string },
  campaign: Inherited,
): readonly Passed[] => {
  const own = paramsOf(link.destination_url);
  return INHERITED.flatMap((name): Passed[] => {
    const found = [
      { from: 'destination', value: own.get(name) },
      { from: 'link', value: link[name] },
      { from: 'campaign', value: campaign[name] },
    ] as const;
    const first = found.find(({ value }) => value !== null && value !== '');
    return first?.value ? [{ name, value: first.value, from: first.from }] : [];
  });
};
