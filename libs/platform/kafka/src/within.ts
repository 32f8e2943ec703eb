/** Waits for something to end, however it ends, but no longer than this. Resolves with whether it has ended. */
export const within = async (milliseconds: number, work: Promise<unknown> | undefined): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), milliseconds)));
  const ended = Promise.resolve(work).then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([ended, late]);
  } finally {
    clearTimeout(timer);
  }
};
