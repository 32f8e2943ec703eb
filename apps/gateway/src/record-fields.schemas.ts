import { z } from 'zod';

/** A time of a record. */
export const instantField = (description: string, example = '2026-11-21T08:00:00.000Z') =>
  z.iso.datetime().meta({ description, example });

export const countField = (description: string, example: number) => z.int().meta({ description, example });

/** A text that may be null. */
export const textField = (description: string, example: string | null) =>
  z.string().nullable().meta({ description, example });
