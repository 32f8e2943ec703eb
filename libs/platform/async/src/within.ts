/** Something did not happen in time. It may still happen. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut';
}

/**
 * Waits for a result, but no longer than `ms` milliseconds.
 * @param late makes the error for a late result; a {@link TimedOut} by default
 */
export const within = async <T>(
  ms: number,
  result: PromiseLike<T>,
  late: () => Error = () => new TimedOut(`no answer within ${ms} ms`),
): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([result, deadline]);
  } finally {
    clearTimeout(timer);
  }
};

/** Waits until something ends or fails, but no longer than `ms` milliseconds. @returns whether it has ended */
export const endsWithin = (ms: number, work: PromiseLike<unknown>): Promise<boolean> =>
  within(
    ms,
    Promise.resolve(work).then(
      () => true,
      () => true,
    ),
  ).catch(() => false);
