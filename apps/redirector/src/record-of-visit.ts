import { encodeClick, encodeVisit, withoutKeys } from '@contexts/clicks';
import { cdnCountry } from './cdn-country';
import type { VisitorChoice } from './choose';
import type { ClientOrigin } from './client-address';
import { type Visit, purposeOf } from './visit';
import type { AskedVisit } from './visit-facts';
import { type Visitors, recordedLanguage } from './visitors';

const REFERRER_CHARS = 2_048;

/** Makes click records. */
export const createRecorder = (visitors: Visitors, origin: ClientOrigin) => {
  /** The visitor's part of the record. */
  const who = ({ req, atMs }: AskedVisit, purpose = purposeOf(req)): string =>
    visitors.who(origin.addressOf(req), req.headers['user-agent'] ?? '', purpose, atMs);

  /** @param link the link's part of the record */
  const record = (visit: Visit, link: string, choice: VisitorChoice | undefined): string => {
    const { req } = visit;
    const purpose = purposeOf(req);
    const rest = encodeVisit({
      rule: choice ? choice.rule : null,
      variant: choice ? choice.variant : null,
      language: recordedLanguage(req),
      referrer: withoutKeys((req.headers.referer ?? '').slice(0, REFERRER_CHARS)),
      purpose,
      country: cdnCountry(req, origin),
      method: req.method === 'POST' ? 'POST' : 'GET',
      trigger: visit.trigger,
    });
    // A visitor's headers may contain one of our API keys, which must not be stored.
    return withoutKeys(encodeClick(visit.atMs, link, who(visit, purpose), rest));
  };

  return { who, record };
};
