import type { Aggregate, Purge, ReadModel, Timers, WriteService } from '@kernel';
import { campaignAggregate } from '@contexts/campaigns';
import { domainAggregate, hostnameAggregate } from '@contexts/domains';
import { keyAggregate } from '@contexts/keys';
import { externalIdAggregate, linkAggregate } from '@contexts/links';
import { qrCodeAggregate } from '@contexts/qr-codes';
import { webhookAggregate } from '@contexts/webhooks';
import { workspaceAggregate } from '@contexts/workspaces';
import { workspaceEventsOf } from './workspace-events';

/** Every aggregate. To add one, add a line here; its descriptor says the rest. */
export const AGGREGATES: readonly Aggregate[] = [
  keyAggregate,
  linkAggregate,
  externalIdAggregate,
  campaignAggregate,
  qrCodeAggregate,
  domainAggregate,
  hostnameAggregate,
  webhookAggregate,
  workspaceAggregate,
];

/** Every category of streams. */
export const CATEGORIES: readonly string[] = AGGREGATES.map(({ category }) => category);

const workspaceEvents = workspaceEventsOf(AGGREGATES);

/** The read model of what happened in each workspace. */
export const WORKSPACE_EVENTS = workspaceEvents.projection.name;

/** Every read model, awaited by a writer or not. */
export const AGGREGATE_READ_MODELS: readonly ReadModel[] = [
  ...AGGREGATES.flatMap(({ readModels }) => readModels),
  workspaceEvents,
];

/** Every kind of timer that the scheduler watches. */
export const TIMERS: readonly Timers[] = AGGREGATES.flatMap(({ timers }) => timers ?? []);

/** What is purged with its workspace. */
export const PURGES: readonly Purge[] = AGGREGATES.flatMap(({ purge }) => purge ?? []);

export const servedBy = (service: WriteService): readonly Aggregate[] =>
  AGGREGATES.filter((aggregate) => aggregate.service === service);

/** A processor of the streams of some categories. Its checkpoint, its lock and its parked streams have its name. */
export interface NamedProcessor {
  readonly name: string;
  readonly categories: readonly string[];
}

/**
 * The processors that a writer waits for, by the category of its stream: the awaited read models and `more`.
 * @param more other processors that a writer waits for in this process
 */
export const awaitedProcessors = (
  more: readonly NamedProcessor[] = [],
): Readonly<Record<string, readonly string[]>> => {
  const readModels = AGGREGATE_READ_MODELS.filter(({ awaited }) => awaited).map(({ projection }) => projection);
  const of = (category: string) =>
    [...readModels, ...more].filter(({ categories }) => categories.includes(category)).map(({ name }) => name);
  return Object.fromEntries(CATEGORIES.map((category) => [category, of(category)]));
};
