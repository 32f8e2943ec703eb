import { LINK_CATEGORY, linkDecider } from '@contexts/links';
import type { Deciders } from '@platform/commands';

/** The write side of links: a new aggregate is a line here. */
export const registerLinks = (deciders: Deciders): void => {
  deciders.register(LINK_CATEGORY, linkDecider);
};
