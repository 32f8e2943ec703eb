/** Waits for something to end, however it ends, but no longer than this. */
export const within = async (milliseconds: number, work: Promise<unknown> | undefined): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  await Promise.race([work?.catch(() => undefined), late]);
  clearTimeout(timer);
};
