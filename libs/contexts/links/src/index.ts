export * from './alias';
export { compileLiteral } from './compile-literal';
export * from './destination';
export * from './external-id';
export * from './link.decider';
export { mergedPreview } from './merged-preview';
export * from './link-list/link-list.projection';
export * from './link-timers/link-timers.projection';
export {
  DEFAULT_DOMAIN,
  LINK_CATEGORY,
  LINK_STATUSES,
  evolve as evolveLink,
  hasExpired as hasLinkExpired,
  linkIdOf,
  linkStream,
  linkStatusAt as linkStatusAt,
} from './link';
export type {
  Link,
  LinkChanges,
  LinkCreated,
  LinkDeleted,
  LinkEvent,
  LinkIdentity,
  LinkStatus,
  LinkUpdated,
} from './link';
export type { RuleConditions, Preview, Rule, Variant } from './link-choice.record';
export {
  type FieldKind,
  type LinkFields,
  type RedirectType,
  defaults as linkDefaults,
  kindOf as kindOfLinkField,
  redirectTypeSchema,
} from './link.fields';
export { type LinkRecord, type LinkUrls, linkRecordShape, linkStatusSchema, storedLinkRecord } from './link.record';
export * from './link.public-names';
export * from './link.chronicle';
export * from './link.aggregate';
export * from './imports';
export * from './visit';
export * from './rules';
