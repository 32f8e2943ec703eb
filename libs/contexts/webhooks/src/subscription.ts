import { CLICK_EVENTS, type ClickEventName, type PublicEvent } from '@kernel';
import { type FilteredFields, type WebhookFilters, passes, subjectsOf } from './filters';
import { WEBHOOK_CATEGORY } from './webhook';

/** What decides which events a webhook gets. */
export interface Subscription {
  /** Of the webhook. */
  readonly id: string;
  /** Names of public events, and patterns: `*`, or `link.*`. */
  readonly events: readonly string[];
  readonly filters: WebhookFilters;
}

const isClickEvent = (name: string): boolean => CLICK_EVENTS.some((known) => known === name);

/** `*` and `link.*` stand for all events of streams; clicks are too many, and are subscribed to by their own names. */
const patternCovers = (pattern: string, name: string): boolean => {
  if (pattern === name) return true;
  return !isClickEvent(name) && pattern.endsWith('*') && name.startsWith(pattern.slice(0, -1));
};

/** Whether one of the names and patterns stands for a public event. */
export const covers = (events: readonly string[], name: string): boolean =>
  events.some((pattern) => patternCovers(pattern, name));

/** Whether a text is a name of the catalogue, or a pattern that stands for some. @param catalogue all public names */
export const isSubscribable = (text: string, catalogue: readonly string[]): boolean =>
  catalogue.includes(text) || (/^(\*|[a-z_]+\.\*)$/.test(text) && catalogue.some((name) => patternCovers(text, name)));

/** Whether a webhook gets an event of a stream. It gets none about itself. */
export const matches = (
  { id, events, filters }: Subscription,
  event: Pick<PublicEvent, 'type' | 'data' | 'previous'>,
): boolean =>
  covers(events, event.type) &&
  !(event.type.startsWith(`${WEBHOOK_CATEGORY}.`) && event.data['id'] === id) &&
  subjectsOf(event).some((subject) => passes(filters, subject));

/** A click and the link that it was on, as the link was then. */
export interface ClickSubject extends FilteredFields {
  readonly is_bot: boolean;
}

/** Whether a webhook gets a click, as `link.clicked` or within a `link.clicks`. */
export const matchesClick = (
  { events, filters }: Subscription,
  name: ClickEventName,
  { is_bot, ...subject }: ClickSubject,
): boolean => events.includes(name) && (filters.include_bots || !is_bot) && passes(filters, subject);
