import { DEFAULT_RANGE, isTimezone, RANGES } from '@contexts/clicks';
import { queryBoolean } from '@platform/http';
import { z } from 'zod';

const moment = z.string().max(40).optional();

/** The window in time and which clicks of it count, to be spread into a query; `resolveWindow` judges it as a whole. */
export const windowQuery = {
  range: z.enum(RANGES).default(DEFAULT_RANGE).describe('Named windows follow the calendar of `timezone`.'),
  timezone: z
    .string()
    .refine(isTimezone, 'must be the name of an IANA time zone, such as Europe/Berlin')
    .default('UTC'),
  start: moment.describe('Only with range=custom; inclusive. RFC 3339, or without an offset in `timezone`.'),
  end: moment.describe('Only with range=custom; exclusive.'),
  include_bots: queryBoolean().default(false),
};
