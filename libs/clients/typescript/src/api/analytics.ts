// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

import type { Answered, Core, FileAnswer, Pages, RequestOptions } from '../core/types.js';
import type { Comparison, Dimension, Interval, Range } from './enums.js';
import type { Analytics, Click, ClickList } from './models.js';
import { operations } from './operations.js';

/** Query of `analytics.workspace`. */
export interface AnalyticsWorkspaceQuery {
  /** The window. Named ones follow the calendar of `timezone`. Example: `"30d"` */
  range?: Range | null | undefined;
  /** IANA name of the time zone of days. Example: `"Europe/Berlin"` */
  timezone?: string | null | undefined;
  /**
   * Start of the window, inclusive. Only with range=custom. RFC 3339, or without an offset in `timezone`. Example:
   * `"2026-11-01T00:00:00Z"`
   */
  start?: string | null | undefined;
  /** End of the window, exclusive. Only with range=custom. Example: `"2026-11-21T00:00:00Z"` */
  end?: string | null | undefined;
  /** Includes the clicks of bots. Example: `true` */
  include_bots?: boolean | null | undefined;
  /** Width of the points of the time series, of which there are at most 2760. Example: `"day"` */
  interval?: Interval | null | undefined;
  /**
   * Adds `comparison`: the series of the window before, or of the same window a year earlier by the calendar of
   * `timezone`. Example: `"year"`
   */
  compare?: Comparison | null | undefined;
  /**
   * A comma list or a repeated parameter. `country`, `city`, `referrer`, `device`, `browser`, `os`, `trigger`,
   * `utm_campaign` are always included. Example: `["country","device"]`
   */
  group_by?: readonly Dimension[] | null | undefined;
  /** Entries per group and of the ranking. Example: `10` */
  limit?: number | null | undefined;
  /**
   * Clicks by country. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["DE","AT"]`
   */
  country?: readonly string[] | null | undefined;
  /**
   * Clicks by region. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["Berlin"]`
   */
  region?: readonly string[] | null | undefined;
  /**
   * Clicks by city. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["-Berlin"]`
   */
  city?: readonly string[] | null | undefined;
  /**
   * Clicks by continent. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Ignores case. Example: `["EU"]`
   */
  continent?: readonly string[] | null | undefined;
  /**
   * Clicks by device. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["mobile","tablet"]`
   */
  device?: readonly string[] | null | undefined;
  /**
   * Clicks by browser. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["Safari"]`
   */
  browser?: readonly string[] | null | undefined;
  /**
   * Clicks by os. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["iOS"]`
   */
  os?: readonly string[] | null | undefined;
  /**
   * Clicks by language. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Ignores case. Example: `["de"]`
   */
  language?: readonly string[] | null | undefined;
  /**
   * Clicks by referrer. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Ignores case. Example: `["news.example","null"]`
   */
  referrer?: readonly string[] | null | undefined;
  /**
   * Clicks by referrer url. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["https://news.example/today"]`
   */
  referrer_url?: readonly string[] | null | undefined;
  /**
   * Clicks by trigger. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["qr"]`
   */
  trigger?: readonly string[] | null | undefined;
  /**
   * Clicks by link. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["link_2c7n4k0v9q8w1x5z3b6m7d4f2g"]`
   */
  link?: readonly string[] | null | undefined;
  /**
   * Clicks by domain. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. An id, or a host name. Example: `["go.example.com"]`
   */
  domain?: readonly string[] | null | undefined;
  /**
   * Clicks by tag. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Written like the key of its group, case-sensitive. Example: `["summer"]`
   */
  tag?: readonly string[] | null | undefined;
  /**
   * Clicks by campaign. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["cmp_01jd6q3x9v8w7t6s5r4p3n2m3k"]`
   */
  campaign?: readonly string[] | null | undefined;
  /**
   * Clicks by destination. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["https://example.com/summer"]`
   */
  destination?: readonly string[] | null | undefined;
  /**
   * Clicks by utm source. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["newsletter"]`
   */
  utm_source?: readonly string[] | null | undefined;
  /**
   * Clicks by utm medium. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["email"]`
   */
  utm_medium?: readonly string[] | null | undefined;
  /**
   * Clicks by utm campaign. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["summer"]`
   */
  utm_campaign?: readonly string[] | null | undefined;
  /**
   * Clicks by utm term. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["shoes"]`
   */
  utm_term?: readonly string[] | null | undefined;
  /**
   * Clicks by utm content. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["hero"]`
   */
  utm_content?: readonly string[] | null | undefined;
  /**
   * Clicks by variant. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Written like the key of its group, case-sensitive. Example: `["0"]`
   */
  variant?: readonly string[] | null | undefined;
}

/** Query of `analytics.link`. */
export interface AnalyticsLinkQuery {
  /** The window. Named ones follow the calendar of `timezone`. Example: `"30d"` */
  range?: Range | null | undefined;
  /** IANA name of the time zone of days. Example: `"Europe/Berlin"` */
  timezone?: string | null | undefined;
  /**
   * Start of the window, inclusive. Only with range=custom. RFC 3339, or without an offset in `timezone`. Example:
   * `"2026-11-01T00:00:00Z"`
   */
  start?: string | null | undefined;
  /** End of the window, exclusive. Only with range=custom. Example: `"2026-11-21T00:00:00Z"` */
  end?: string | null | undefined;
  /** Includes the clicks of bots. Example: `true` */
  include_bots?: boolean | null | undefined;
  /** Width of the points of the time series, of which there are at most 2760. Example: `"day"` */
  interval?: Interval | null | undefined;
  /**
   * Adds `comparison`: the series of the window before, or of the same window a year earlier by the calendar of
   * `timezone`. Example: `"year"`
   */
  compare?: Comparison | null | undefined;
  /**
   * A comma list or a repeated parameter. `country`, `city`, `referrer`, `device`, `browser`, `os`, `trigger`,
   * `utm_campaign` are always included. Example: `["country","device"]`
   */
  group_by?: readonly Dimension[] | null | undefined;
  /** Entries per group and of the ranking. Example: `10` */
  limit?: number | null | undefined;
  /**
   * Clicks by country. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["DE","AT"]`
   */
  country?: readonly string[] | null | undefined;
  /**
   * Clicks by region. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["Berlin"]`
   */
  region?: readonly string[] | null | undefined;
  /**
   * Clicks by city. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["-Berlin"]`
   */
  city?: readonly string[] | null | undefined;
  /**
   * Clicks by continent. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Ignores case. Example: `["EU"]`
   */
  continent?: readonly string[] | null | undefined;
  /**
   * Clicks by device. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["mobile","tablet"]`
   */
  device?: readonly string[] | null | undefined;
  /**
   * Clicks by browser. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["Safari"]`
   */
  browser?: readonly string[] | null | undefined;
  /**
   * Clicks by os. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["iOS"]`
   */
  os?: readonly string[] | null | undefined;
  /**
   * Clicks by language. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Ignores case. Example: `["de"]`
   */
  language?: readonly string[] | null | undefined;
  /**
   * Clicks by referrer. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Ignores case. Example: `["news.example","null"]`
   */
  referrer?: readonly string[] | null | undefined;
  /**
   * Clicks by referrer url. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["https://news.example/today"]`
   */
  referrer_url?: readonly string[] | null | undefined;
  /**
   * Clicks by trigger. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["qr"]`
   */
  trigger?: readonly string[] | null | undefined;
  /**
   * Clicks by link. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["link_2c7n4k0v9q8w1x5z3b6m7d4f2g"]`
   */
  link?: readonly string[] | null | undefined;
  /**
   * Clicks by domain. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. An id, or a host name. Example: `["go.example.com"]`
   */
  domain?: readonly string[] | null | undefined;
  /**
   * Clicks by tag. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Written like the key of its group, case-sensitive. Example: `["summer"]`
   */
  tag?: readonly string[] | null | undefined;
  /**
   * Clicks by campaign. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["cmp_01jd6q3x9v8w7t6s5r4p3n2m3k"]`
   */
  campaign?: readonly string[] | null | undefined;
  /**
   * Clicks by destination. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["https://example.com/summer"]`
   */
  destination?: readonly string[] | null | undefined;
  /**
   * Clicks by utm source. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["newsletter"]`
   */
  utm_source?: readonly string[] | null | undefined;
  /**
   * Clicks by utm medium. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["email"]`
   */
  utm_medium?: readonly string[] | null | undefined;
  /**
   * Clicks by utm campaign. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["summer"]`
   */
  utm_campaign?: readonly string[] | null | undefined;
  /**
   * Clicks by utm term. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["shoes"]`
   */
  utm_term?: readonly string[] | null | undefined;
  /**
   * Clicks by utm content. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["hero"]`
   */
  utm_content?: readonly string[] | null | undefined;
  /**
   * Clicks by variant. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Written like the key of its group, case-sensitive. Example: `["0"]`
   */
  variant?: readonly string[] | null | undefined;
}

/** Query of `analytics.campaign`. */
export interface AnalyticsCampaignQuery {
  /** The window. Named ones follow the calendar of `timezone`. Example: `"30d"` */
  range?: Range | null | undefined;
  /** IANA name of the time zone of days. Example: `"Europe/Berlin"` */
  timezone?: string | null | undefined;
  /**
   * Start of the window, inclusive. Only with range=custom. RFC 3339, or without an offset in `timezone`. Example:
   * `"2026-11-01T00:00:00Z"`
   */
  start?: string | null | undefined;
  /** End of the window, exclusive. Only with range=custom. Example: `"2026-11-21T00:00:00Z"` */
  end?: string | null | undefined;
  /** Includes the clicks of bots. Example: `true` */
  include_bots?: boolean | null | undefined;
  /** Width of the points of the time series, of which there are at most 2760. Example: `"day"` */
  interval?: Interval | null | undefined;
  /**
   * Adds `comparison`: the series of the window before, or of the same window a year earlier by the calendar of
   * `timezone`. Example: `"year"`
   */
  compare?: Comparison | null | undefined;
  /**
   * A comma list or a repeated parameter. `country`, `city`, `referrer`, `device`, `browser`, `os`, `trigger`,
   * `utm_campaign` are always included. Example: `["country","device"]`
   */
  group_by?: readonly Dimension[] | null | undefined;
  /** Entries per group and of the ranking. Example: `10` */
  limit?: number | null | undefined;
  /**
   * Clicks by country. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["DE","AT"]`
   */
  country?: readonly string[] | null | undefined;
  /**
   * Clicks by region. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["Berlin"]`
   */
  region?: readonly string[] | null | undefined;
  /**
   * Clicks by city. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["-Berlin"]`
   */
  city?: readonly string[] | null | undefined;
  /**
   * Clicks by continent. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Ignores case. Example: `["EU"]`
   */
  continent?: readonly string[] | null | undefined;
  /**
   * Clicks by device. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["mobile","tablet"]`
   */
  device?: readonly string[] | null | undefined;
  /**
   * Clicks by browser. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["Safari"]`
   */
  browser?: readonly string[] | null | undefined;
  /**
   * Clicks by os. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["iOS"]`
   */
  os?: readonly string[] | null | undefined;
  /**
   * Clicks by language. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Ignores case. Example: `["de"]`
   */
  language?: readonly string[] | null | undefined;
  /**
   * Clicks by referrer. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Ignores case. Example: `["news.example","null"]`
   */
  referrer?: readonly string[] | null | undefined;
  /**
   * Clicks by referrer url. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["https://news.example/today"]`
   */
  referrer_url?: readonly string[] | null | undefined;
  /**
   * Clicks by trigger. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["qr"]`
   */
  trigger?: readonly string[] | null | undefined;
  /**
   * Clicks by link. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["link_2c7n4k0v9q8w1x5z3b6m7d4f2g"]`
   */
  link?: readonly string[] | null | undefined;
  /**
   * Clicks by domain. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. An id, or a host name. Example: `["go.example.com"]`
   */
  domain?: readonly string[] | null | undefined;
  /**
   * Clicks by tag. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Written like the key of its group, case-sensitive. Example: `["summer"]`
   */
  tag?: readonly string[] | null | undefined;
  /**
   * Clicks by campaign. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["cmp_01jd6q3x9v8w7t6s5r4p3n2m3k"]`
   */
  campaign?: readonly string[] | null | undefined;
  /**
   * Clicks by destination. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["https://example.com/summer"]`
   */
  destination?: readonly string[] | null | undefined;
  /**
   * Clicks by utm source. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["newsletter"]`
   */
  utm_source?: readonly string[] | null | undefined;
  /**
   * Clicks by utm medium. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["email"]`
   */
  utm_medium?: readonly string[] | null | undefined;
  /**
   * Clicks by utm campaign. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["summer"]`
   */
  utm_campaign?: readonly string[] | null | undefined;
  /**
   * Clicks by utm term. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["shoes"]`
   */
  utm_term?: readonly string[] | null | undefined;
  /**
   * Clicks by utm content. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["hero"]`
   */
  utm_content?: readonly string[] | null | undefined;
  /**
   * Clicks by variant. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Written like the key of its group, case-sensitive. Example: `["0"]`
   */
  variant?: readonly string[] | null | undefined;
}

/** Query of `analytics.tag`. */
export interface AnalyticsTagQuery {
  /** The window. Named ones follow the calendar of `timezone`. Example: `"30d"` */
  range?: Range | null | undefined;
  /** IANA name of the time zone of days. Example: `"Europe/Berlin"` */
  timezone?: string | null | undefined;
  /**
   * Start of the window, inclusive. Only with range=custom. RFC 3339, or without an offset in `timezone`. Example:
   * `"2026-11-01T00:00:00Z"`
   */
  start?: string | null | undefined;
  /** End of the window, exclusive. Only with range=custom. Example: `"2026-11-21T00:00:00Z"` */
  end?: string | null | undefined;
  /** Includes the clicks of bots. Example: `true` */
  include_bots?: boolean | null | undefined;
  /** Width of the points of the time series, of which there are at most 2760. Example: `"day"` */
  interval?: Interval | null | undefined;
  /**
   * Adds `comparison`: the series of the window before, or of the same window a year earlier by the calendar of
   * `timezone`. Example: `"year"`
   */
  compare?: Comparison | null | undefined;
  /**
   * A comma list or a repeated parameter. `country`, `city`, `referrer`, `device`, `browser`, `os`, `trigger`,
   * `utm_campaign` are always included. Example: `["country","device"]`
   */
  group_by?: readonly Dimension[] | null | undefined;
  /** Entries per group and of the ranking. Example: `10` */
  limit?: number | null | undefined;
  /**
   * Clicks by country. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["DE","AT"]`
   */
  country?: readonly string[] | null | undefined;
  /**
   * Clicks by region. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["Berlin"]`
   */
  region?: readonly string[] | null | undefined;
  /**
   * Clicks by city. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["-Berlin"]`
   */
  city?: readonly string[] | null | undefined;
  /**
   * Clicks by continent. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Ignores case. Example: `["EU"]`
   */
  continent?: readonly string[] | null | undefined;
  /**
   * Clicks by device. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["mobile","tablet"]`
   */
  device?: readonly string[] | null | undefined;
  /**
   * Clicks by browser. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["Safari"]`
   */
  browser?: readonly string[] | null | undefined;
  /**
   * Clicks by os. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["iOS"]`
   */
  os?: readonly string[] | null | undefined;
  /**
   * Clicks by language. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Ignores case. Example: `["de"]`
   */
  language?: readonly string[] | null | undefined;
  /**
   * Clicks by referrer. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Ignores case. Example: `["news.example","null"]`
   */
  referrer?: readonly string[] | null | undefined;
  /**
   * Clicks by referrer url. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["https://news.example/today"]`
   */
  referrer_url?: readonly string[] | null | undefined;
  /**
   * Clicks by trigger. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["qr"]`
   */
  trigger?: readonly string[] | null | undefined;
  /**
   * Clicks by link. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["link_2c7n4k0v9q8w1x5z3b6m7d4f2g"]`
   */
  link?: readonly string[] | null | undefined;
  /**
   * Clicks by domain. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. An id, or a host name. Example: `["go.example.com"]`
   */
  domain?: readonly string[] | null | undefined;
  /**
   * Clicks by tag. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Written like the key of its group, case-sensitive. Example: `["summer"]`
   */
  tag?: readonly string[] | null | undefined;
  /**
   * Clicks by campaign. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["cmp_01jd6q3x9v8w7t6s5r4p3n2m3k"]`
   */
  campaign?: readonly string[] | null | undefined;
  /**
   * Clicks by destination. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["https://example.com/summer"]`
   */
  destination?: readonly string[] | null | undefined;
  /**
   * Clicks by utm source. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["newsletter"]`
   */
  utm_source?: readonly string[] | null | undefined;
  /**
   * Clicks by utm medium. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["email"]`
   */
  utm_medium?: readonly string[] | null | undefined;
  /**
   * Clicks by utm campaign. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["summer"]`
   */
  utm_campaign?: readonly string[] | null | undefined;
  /**
   * Clicks by utm term. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["shoes"]`
   */
  utm_term?: readonly string[] | null | undefined;
  /**
   * Clicks by utm content. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["hero"]`
   */
  utm_content?: readonly string[] | null | undefined;
  /**
   * Clicks by variant. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Written like the key of its group, case-sensitive. Example: `["0"]`
   */
  variant?: readonly string[] | null | undefined;
}

/** Query of `analytics.domain`. */
export interface AnalyticsDomainQuery {
  /** The window. Named ones follow the calendar of `timezone`. Example: `"30d"` */
  range?: Range | null | undefined;
  /** IANA name of the time zone of days. Example: `"Europe/Berlin"` */
  timezone?: string | null | undefined;
  /**
   * Start of the window, inclusive. Only with range=custom. RFC 3339, or without an offset in `timezone`. Example:
   * `"2026-11-01T00:00:00Z"`
   */
  start?: string | null | undefined;
  /** End of the window, exclusive. Only with range=custom. Example: `"2026-11-21T00:00:00Z"` */
  end?: string | null | undefined;
  /** Includes the clicks of bots. Example: `true` */
  include_bots?: boolean | null | undefined;
  /** Width of the points of the time series, of which there are at most 2760. Example: `"day"` */
  interval?: Interval | null | undefined;
  /**
   * Adds `comparison`: the series of the window before, or of the same window a year earlier by the calendar of
   * `timezone`. Example: `"year"`
   */
  compare?: Comparison | null | undefined;
  /**
   * A comma list or a repeated parameter. `country`, `city`, `referrer`, `device`, `browser`, `os`, `trigger`,
   * `utm_campaign` are always included. Example: `["country","device"]`
   */
  group_by?: readonly Dimension[] | null | undefined;
  /** Entries per group and of the ranking. Example: `10` */
  limit?: number | null | undefined;
  /**
   * Clicks by country. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["DE","AT"]`
   */
  country?: readonly string[] | null | undefined;
  /**
   * Clicks by region. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["Berlin"]`
   */
  region?: readonly string[] | null | undefined;
  /**
   * Clicks by city. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["-Berlin"]`
   */
  city?: readonly string[] | null | undefined;
  /**
   * Clicks by continent. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Ignores case. Example: `["EU"]`
   */
  continent?: readonly string[] | null | undefined;
  /**
   * Clicks by device. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["mobile","tablet"]`
   */
  device?: readonly string[] | null | undefined;
  /**
   * Clicks by browser. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["Safari"]`
   */
  browser?: readonly string[] | null | undefined;
  /**
   * Clicks by os. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["iOS"]`
   */
  os?: readonly string[] | null | undefined;
  /**
   * Clicks by language. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Ignores case. Example: `["de"]`
   */
  language?: readonly string[] | null | undefined;
  /**
   * Clicks by referrer. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Ignores case. Example: `["news.example","null"]`
   */
  referrer?: readonly string[] | null | undefined;
  /**
   * Clicks by referrer url. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["https://news.example/today"]`
   */
  referrer_url?: readonly string[] | null | undefined;
  /**
   * Clicks by trigger. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["qr"]`
   */
  trigger?: readonly string[] | null | undefined;
  /**
   * Clicks by link. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["link_2c7n4k0v9q8w1x5z3b6m7d4f2g"]`
   */
  link?: readonly string[] | null | undefined;
  /**
   * Clicks by domain. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. An id, or a host name. Example: `["go.example.com"]`
   */
  domain?: readonly string[] | null | undefined;
  /**
   * Clicks by tag. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Written like the key of its group, case-sensitive. Example: `["summer"]`
   */
  tag?: readonly string[] | null | undefined;
  /**
   * Clicks by campaign. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["cmp_01jd6q3x9v8w7t6s5r4p3n2m3k"]`
   */
  campaign?: readonly string[] | null | undefined;
  /**
   * Clicks by destination. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["https://example.com/summer"]`
   */
  destination?: readonly string[] | null | undefined;
  /**
   * Clicks by utm source. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["newsletter"]`
   */
  utm_source?: readonly string[] | null | undefined;
  /**
   * Clicks by utm medium. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["email"]`
   */
  utm_medium?: readonly string[] | null | undefined;
  /**
   * Clicks by utm campaign. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["summer"]`
   */
  utm_campaign?: readonly string[] | null | undefined;
  /**
   * Clicks by utm term. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["shoes"]`
   */
  utm_term?: readonly string[] | null | undefined;
  /**
   * Clicks by utm content. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["hero"]`
   */
  utm_content?: readonly string[] | null | undefined;
  /**
   * Clicks by variant. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Written like the key of its group, case-sensitive. Example: `["0"]`
   */
  variant?: readonly string[] | null | undefined;
}

/** Query of `analytics.events`. */
export interface AnalyticsEventsQuery {
  /** The window. Named ones follow the calendar of `timezone`. Example: `"30d"` */
  range?: Range | null | undefined;
  /** IANA name of the time zone of days. Example: `"Europe/Berlin"` */
  timezone?: string | null | undefined;
  /**
   * Start of the window, inclusive. Only with range=custom. RFC 3339, or without an offset in `timezone`. Example:
   * `"2026-11-01T00:00:00Z"`
   */
  start?: string | null | undefined;
  /** End of the window, exclusive. Only with range=custom. Example: `"2026-11-21T00:00:00Z"` */
  end?: string | null | undefined;
  /** Includes the clicks of bots. Example: `true` */
  include_bots?: boolean | null | undefined;
  /**
   * Clicks by country. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["DE","AT"]`
   */
  country?: readonly string[] | null | undefined;
  /**
   * Clicks by region. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["Berlin"]`
   */
  region?: readonly string[] | null | undefined;
  /**
   * Clicks by city. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["-Berlin"]`
   */
  city?: readonly string[] | null | undefined;
  /**
   * Clicks by continent. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Ignores case. Example: `["EU"]`
   */
  continent?: readonly string[] | null | undefined;
  /**
   * Clicks by device. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["mobile","tablet"]`
   */
  device?: readonly string[] | null | undefined;
  /**
   * Clicks by browser. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["Safari"]`
   */
  browser?: readonly string[] | null | undefined;
  /**
   * Clicks by os. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["iOS"]`
   */
  os?: readonly string[] | null | undefined;
  /**
   * Clicks by language. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Ignores case. Example: `["de"]`
   */
  language?: readonly string[] | null | undefined;
  /**
   * Clicks by referrer. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Ignores case. Example: `["news.example","null"]`
   */
  referrer?: readonly string[] | null | undefined;
  /**
   * Clicks by referrer url. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["https://news.example/today"]`
   */
  referrer_url?: readonly string[] | null | undefined;
  /**
   * Clicks by trigger. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["qr"]`
   */
  trigger?: readonly string[] | null | undefined;
  /**
   * Clicks by link. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["link_2c7n4k0v9q8w1x5z3b6m7d4f2g"]`
   */
  link?: readonly string[] | null | undefined;
  /**
   * Clicks by domain. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. An id, or a host name. Example: `["go.example.com"]`
   */
  domain?: readonly string[] | null | undefined;
  /**
   * Clicks by tag. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Written like the key of its group, case-sensitive. Example: `["summer"]`
   */
  tag?: readonly string[] | null | undefined;
  /**
   * Clicks by campaign. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["cmp_01jd6q3x9v8w7t6s5r4p3n2m3k"]`
   */
  campaign?: readonly string[] | null | undefined;
  /**
   * Clicks by destination. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["https://example.com/summer"]`
   */
  destination?: readonly string[] | null | undefined;
  /**
   * Clicks by utm source. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["newsletter"]`
   */
  utm_source?: readonly string[] | null | undefined;
  /**
   * Clicks by utm medium. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["email"]`
   */
  utm_medium?: readonly string[] | null | undefined;
  /**
   * Clicks by utm campaign. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["summer"]`
   */
  utm_campaign?: readonly string[] | null | undefined;
  /**
   * Clicks by utm term. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["shoes"]`
   */
  utm_term?: readonly string[] | null | undefined;
  /**
   * Clicks by utm content. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["hero"]`
   */
  utm_content?: readonly string[] | null | undefined;
  /**
   * Clicks by variant. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Written like the key of its group, case-sensitive. Example: `["0"]`
   */
  variant?: readonly string[] | null | undefined;
  /** Clicks of a page at most. Example: `100` */
  limit?: number | null | undefined;
  /**
   * First empty (`cursor=`) or absent, then the `meta.next_cursor` of the previous page, with an otherwise
   * unchanged query. Example: `""`
   */
  cursor?: string | null | undefined;
}

/** Query of `analytics.export`. */
export interface AnalyticsExportQuery {
  /** The window. Named ones follow the calendar of `timezone`. Example: `"30d"` */
  range?: Range | null | undefined;
  /** IANA name of the time zone of days. Example: `"Europe/Berlin"` */
  timezone?: string | null | undefined;
  /**
   * Start of the window, inclusive. Only with range=custom. RFC 3339, or without an offset in `timezone`. Example:
   * `"2026-11-01T00:00:00Z"`
   */
  start?: string | null | undefined;
  /** End of the window, exclusive. Only with range=custom. Example: `"2026-11-21T00:00:00Z"` */
  end?: string | null | undefined;
  /** Includes the clicks of bots. Example: `true` */
  include_bots?: boolean | null | undefined;
  /**
   * Clicks by country. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["DE","AT"]`
   */
  country?: readonly string[] | null | undefined;
  /**
   * Clicks by region. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["Berlin"]`
   */
  region?: readonly string[] | null | undefined;
  /**
   * Clicks by city. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["-Berlin"]`
   */
  city?: readonly string[] | null | undefined;
  /**
   * Clicks by continent. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Ignores case. Example: `["EU"]`
   */
  continent?: readonly string[] | null | undefined;
  /**
   * Clicks by device. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["mobile","tablet"]`
   */
  device?: readonly string[] | null | undefined;
  /**
   * Clicks by browser. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["Safari"]`
   */
  browser?: readonly string[] | null | undefined;
  /**
   * Clicks by os. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["iOS"]`
   */
  os?: readonly string[] | null | undefined;
  /**
   * Clicks by language. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Ignores case. Example: `["de"]`
   */
  language?: readonly string[] | null | undefined;
  /**
   * Clicks by referrer. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Ignores case. Example: `["news.example","null"]`
   */
  referrer?: readonly string[] | null | undefined;
  /**
   * Clicks by referrer url. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["https://news.example/today"]`
   */
  referrer_url?: readonly string[] | null | undefined;
  /**
   * Clicks by trigger. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["qr"]`
   */
  trigger?: readonly string[] | null | undefined;
  /**
   * Clicks by link. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["link_2c7n4k0v9q8w1x5z3b6m7d4f2g"]`
   */
  link?: readonly string[] | null | undefined;
  /**
   * Clicks by domain. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. An id, or a host name. Example: `["go.example.com"]`
   */
  domain?: readonly string[] | null | undefined;
  /**
   * Clicks by tag. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Written like the key of its group, case-sensitive. Example: `["summer"]`
   */
  tag?: readonly string[] | null | undefined;
  /**
   * Clicks by campaign. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["cmp_01jd6q3x9v8w7t6s5r4p3n2m3k"]`
   */
  campaign?: readonly string[] | null | undefined;
  /**
   * Clicks by destination. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["https://example.com/summer"]`
   */
  destination?: readonly string[] | null | undefined;
  /**
   * Clicks by utm source. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["newsletter"]`
   */
  utm_source?: readonly string[] | null | undefined;
  /**
   * Clicks by utm medium. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["email"]`
   */
  utm_medium?: readonly string[] | null | undefined;
  /**
   * Clicks by utm campaign. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["summer"]`
   */
  utm_campaign?: readonly string[] | null | undefined;
  /**
   * Clicks by utm term. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["shoes"]`
   */
  utm_term?: readonly string[] | null | undefined;
  /**
   * Clicks by utm content. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["hero"]`
   */
  utm_content?: readonly string[] | null | undefined;
  /**
   * Clicks by variant. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Written like the key of its group, case-sensitive. Example: `["0"]`
   */
  variant?: readonly string[] | null | undefined;
  /** Format of the file. Example: `"csv"` */
  format?: 'csv' | 'ndjson' | 'parquet' | (string & Record<never, never>) | null | undefined;
  /**
   * CSV only: cells that a spreadsheet would take for a formula begin with an apostrophe. `false` keeps texts as
   * recorded. Example: `true`
   */
  safe?: boolean | null | undefined;
}

/** Query of `analytics.live`. */
export interface AnalyticsLiveQuery {
  /** Includes the clicks of bots. Example: `true` */
  include_bots?: boolean | null | undefined;
  /**
   * Clicks by country. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["DE","AT"]`
   */
  country?: readonly string[] | null | undefined;
  /**
   * Clicks by region. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["Berlin"]`
   */
  region?: readonly string[] | null | undefined;
  /**
   * Clicks by city. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["-Berlin"]`
   */
  city?: readonly string[] | null | undefined;
  /**
   * Clicks by continent. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Ignores case. Example: `["EU"]`
   */
  continent?: readonly string[] | null | undefined;
  /**
   * Clicks by device. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["mobile","tablet"]`
   */
  device?: readonly string[] | null | undefined;
  /**
   * Clicks by browser. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["Safari"]`
   */
  browser?: readonly string[] | null | undefined;
  /**
   * Clicks by os. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["iOS"]`
   */
  os?: readonly string[] | null | undefined;
  /**
   * Clicks by language. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Ignores case. Example: `["de"]`
   */
  language?: readonly string[] | null | undefined;
  /**
   * Clicks by referrer. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Ignores case. Example: `["news.example","null"]`
   */
  referrer?: readonly string[] | null | undefined;
  /**
   * Clicks by referrer url. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["https://news.example/today"]`
   */
  referrer_url?: readonly string[] | null | undefined;
  /**
   * Clicks by trigger. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Ignores case. Example: `["qr"]`
   */
  trigger?: readonly string[] | null | undefined;
  /**
   * Clicks by link. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["link_2c7n4k0v9q8w1x5z3b6m7d4f2g"]`
   */
  link?: readonly string[] | null | undefined;
  /**
   * Clicks by domain. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. An id, or a host name. Example: `["go.example.com"]`
   */
  domain?: readonly string[] | null | undefined;
  /**
   * Clicks by tag. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Written like the key of its group, case-sensitive. Example: `["summer"]`
   */
  tag?: readonly string[] | null | undefined;
  /**
   * Clicks by campaign. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["cmp_01jd6q3x9v8w7t6s5r4p3n2m3k"]`
   */
  campaign?: readonly string[] | null | undefined;
  /**
   * Clicks by destination. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example:
   * `["https://example.com/summer"]`
   */
  destination?: readonly string[] | null | undefined;
  /**
   * Clicks by utm source. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["newsletter"]`
   */
  utm_source?: readonly string[] | null | undefined;
  /**
   * Clicks by utm medium. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["email"]`
   */
  utm_medium?: readonly string[] | null | undefined;
  /**
   * Clicks by utm campaign. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["summer"]`
   */
  utm_campaign?: readonly string[] | null | undefined;
  /**
   * Clicks by utm term. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["shoes"]`
   */
  utm_term?: readonly string[] | null | undefined;
  /**
   * Clicks by utm content. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
   * unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`.
   * Filters are combined by AND. Written like the key of its group, case-sensitive. Example: `["hero"]`
   */
  utm_content?: readonly string[] | null | undefined;
  /**
   * Clicks by variant. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the unknown
   * value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`, `\null`. Filters
   * are combined by AND. Written like the key of its group, case-sensitive. Example: `["0"]`
   */
  variant?: readonly string[] | null | undefined;
}

/** Clicks: totals, time series and groups, single clicks, files and a live stream. */
export class AnalyticsResource {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * Clicks of the workspace
   *
   * Places are found by [IP Geolocation by DB-IP](https://db-ip.com), CC BY 4.0.
   */
  workspace(query?: AnalyticsWorkspaceQuery, options?: RequestOptions): Answered<Analytics> {
    return this.#core.json(operations['analytics.workspace'], { query }, options);
  }

  /**
   * Clicks of a link
   *
   * Places are found by [IP Geolocation by DB-IP](https://db-ip.com), CC BY 4.0.
   *
   * @param id Id of the link.
   */
  link(id: string, query?: AnalyticsLinkQuery, options?: RequestOptions): Answered<Analytics> {
    return this.#core.json(operations['analytics.link'], { path: [id], query }, options);
  }

  /**
   * Clicks of a campaign
   *
   * Clicks on links that were in the campaign at the time of the click, whatever its status. Places are found by
   * [IP Geolocation by DB-IP](https://db-ip.com), CC BY 4.0.
   *
   * @param id Id of the campaign.
   */
  campaign(id: string, query?: AnalyticsCampaignQuery, options?: RequestOptions): Answered<Analytics> {
    return this.#core.json(operations['analytics.campaign'], { path: [id], query }, options);
  }

  /**
   * Clicks of a tag
   *
   * Clicks on links that had the tag at the time of the click. An unused tag has zeros; an invalid tag is a 404.
   * Places are found by [IP Geolocation by DB-IP](https://db-ip.com), CC BY 4.0.
   *
   * @param name The tag.
   */
  tag(name: string, query?: AnalyticsTagQuery, options?: RequestOptions): Answered<Analytics> {
    return this.#core.json(operations['analytics.tag'], { path: [name], query }, options);
  }

  /**
   * Clicks of a domain
   *
   * Clicks of links of the domain. All own short hosts are one domain, `dom_default`. Places are found by [IP
   * Geolocation by DB-IP](https://db-ip.com), CC BY 4.0.
   *
   * @param id Id of the domain.
   */
  domain(id: string, query?: AnalyticsDomainQuery, options?: RequestOptions): Answered<Analytics> {
    return this.#core.json(operations['analytics.domain'], { path: [id], query }, options);
  }

  /**
   * List clicks, newest first
   *
   * Pages by cursor: new clicks do not shift pages. Nothing in the answer identifies visitors. Places are found by
   * [IP Geolocation by DB-IP](https://db-ip.com), CC BY 4.0.
   */
  events(query?: AnalyticsEventsQuery, options?: RequestOptions): Pages<Click, ClickList> {
    return this.#core.page(operations['analytics.events'], { query }, options);
  }

  /**
   * Export clicks
   *
   * Every click of the window as a file, in no particular order; one of millions of rows comes as it is read. `at`
   * is RFC 3339 in UTC (a timestamp in Parquet). In a CSV (RFC 4180, with a header row) tags are separated by
   * commas within their cell, and what is not known is empty. A text that, after any apostrophes, begins with `=`,
   * `+`, `-`, `@`, tab or CR gets one more apostrophe in front, unless `safe=false`. CSV and NDJSON are compressed
   * by gzip when `Accept-Encoding` allows it. When something fails half-way the connection is cut, so that no part
   * of a file looks like a whole one; so it is when the reader takes less than 10 kB/s for 30 s. A workspace may
   * have two exports at a time. Places are found by [IP Geolocation by DB-IP](https://db-ip.com), CC BY 4.0.
   */
  export(query?: AnalyticsExportQuery, options?: RequestOptions): Answered<FileAnswer> {
    return this.#core.file(operations['analytics.export'], { query }, options);
  }

  /**
   * Stream clicks
   *
   * Server-Sent Events: `event: click` has a click as in `/v1/analytics/events` as its data, each click once,
   * within 2 s of its redirect. Clicks of one redirector process arrive in order. The server sends a comment every
   * 15 s. A stream ends after at most 60 s and has to be reopened (each time counts as one request of the rate
   * limit). A key that is revoked or expires meanwhile gets no more clicks, and its stream ends. `event: end`
   * gives the reason: `renew`, `unauthorized`, `slow` (too many events were waiting) or `shutdown`. An EventSource
   * reconnects by itself and sends `Last-Event-ID`; within 10 minutes it misses nothing. A workspace may have 20
   * streams per process; one more is a 429. Places are found by [IP Geolocation by DB-IP](https://db-ip.com), CC
   * BY 4.0.
   */
  live(query?: AnalyticsLiveQuery, options?: RequestOptions): AsyncIterable<Click> {
    return this.#core.events(operations['analytics.live'], { query }, options);
  }
}
