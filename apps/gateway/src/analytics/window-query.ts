import { DEFAULT_RANGE, isTimezone, RANGES } from '@contexts/clicks';
import { queryBoolean } from '@platform/http';
import { z } from 'zod';

const moment = z.string().max(40).optional();

/** For every query of clicks. */
export const includeBots = queryBoolean()
  .default(false)
  .meta({ parameter: 'IncludeBotsParameter', description: 'Includes the clicks of bots.', example: true });

export const rangeSchema = z
  .enum(RANGES)
  .meta({ id: 'Range', description: 'A window in time by its name.', example: DEFAULT_RANGE });

/** The window in time and which clicks of it count, to be spread into a query; `resolveWindow` judges it as a whole. */
export const windowQuery = {
  range: rangeSchema
    .default(DEFAULT_RANGE)
    .meta({ parameter: 'RangeParameter', description: 'The window. Named ones follow the calendar of `timezone`.' }),
  timezone: z
    .string()
    .refine(isTimezone, 'must be the name of an IANA time zone, such as Europe/Berlin')
    .default('UTC')
    .meta({
      parameter: 'TimezoneParameter',
      description: 'IANA name of the time zone of days.',
      example: 'Europe/Berlin',
    }),
  start: moment.meta({
    parameter: 'StartParameter',
    description:
      'Start of the window, inclusive. Only with range=custom. RFC 3339, or without an offset in `timezone`.',
    example: '2026-11-01T00:00:00Z',
  }),
  end: moment.meta({
    parameter: 'EndParameter',
    description: 'End of the window, exclusive. Only with range=custom.',
    example: '2026-11-21T00:00:00Z',
  }),
  include_bots: includeBots,
};
