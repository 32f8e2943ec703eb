export * from './alias';
export * from './destination';
export * from './link.decider';
export * from './link-list/link-list.projection';
export {
  DEFAULT_DOMAIN,
  LINK_CATEGORY,
  defaults as linkDefaults,
  evolve as evolveLink,
  linkIdOf,
  linkStream,
  statusAt as linkStatusAt,
} from './link';
export type {
  Link,
  LinkChanges,
  LinkCreated,
  LinkDeleted,
  LinkEvent,
  LinkFields,
  LinkIdentity,
  LinkStatus,
  LinkUpdated,
  RedirectType,
  Rule,
  Variant,
} from './link';
export * from './link.public-names';
export * from './link.chronicle';
export * from './link.aggregate';
