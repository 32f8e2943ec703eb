/** The page that accepts a token: behind the #, which browsers keep from servers and their logs. */
export const acceptUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/app/accept#token=${encodeURIComponent(token)}`;
