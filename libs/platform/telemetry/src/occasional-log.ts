type Write = (fields: object, message: string) => void;

const QUIET_MS = 10_000;

/**
 * For messages that strangers can cause as often as they like. Each message is logged at most once in ten seconds, with
 * the number of times it was left out before. Messages are fixed texts, so that there are few of them.
 * @param kindOf distinguishes messages of one text by their fields; it has few values as well
 */
export const occasionalLog = <L extends { error: Write; warn: Write }>(
  log: L,
  now: () => number = () => performance.now(),
  kindOf: (fields: object) => string = () => '',
): { error: Write; warn: Write } => {
  const seen = new Map<string, { at: number; left: number }>();
  const occasionally =
    (level: 'error' | 'warn'): Write =>
    (fields, message) => {
      const kind = `${message}\n${kindOf(fields)}`;
      const last = seen.get(kind);
      if (last && now() - last.at < QUIET_MS) return void (last.left += 1);
      seen.set(kind, { at: now(), left: 0 });
      log[level](last?.left ? { ...fields, left_out: last.left } : fields, message);
    };
  return { error: occasionally('error'), warn: occasionally('warn') };
};
