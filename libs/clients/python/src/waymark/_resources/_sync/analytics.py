# Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.
from __future__ import annotations

from collections.abc import (
    Sequence,
)
from typing import (
    Literal,
)

from ..._sync.core import (
    Core,
)
from ..._sync.files import (
    File,
)
from ..._sync.live import (
    Live,
)
from ..._sync.pages import (
    Pages,
)
from ..._core.call import Call, Operation
from ...models import (
    Analytics,
    Click,
    ClickList,
    Comparison,
    Dimension,
    Interval,
    Range,
)
from ...options import RequestOptions


_WORKSPACE = Operation(
    "analytics.workspace",
    "GET",
    "/v1/analytics/workspace",
)
_LINK = Operation(
    "analytics.link",
    "GET",
    "/v1/analytics/links/{id}",
)
_CAMPAIGN = Operation(
    "analytics.campaign",
    "GET",
    "/v1/analytics/campaigns/{id}",
)
_TAG = Operation(
    "analytics.tag",
    "GET",
    "/v1/analytics/tags/{name}",
)
_DOMAIN = Operation(
    "analytics.domain",
    "GET",
    "/v1/analytics/domains/{id}",
)
_EVENTS = Operation(
    "analytics.events",
    "GET",
    "/v1/analytics/events",
)
_EXPORT = Operation(
    "analytics.export",
    "GET",
    "/v1/analytics/export",
)
_LIVE = Operation(
    "analytics.live",
    "GET",
    "/v1/analytics/live",
)


class AnalyticsResource:
    """Clicks: totals, time series and groups, single clicks, files and a live stream."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def workspace(
        self,
        *,
        range: Range | None = None,
        timezone: str | None = None,
        start: str | None = None,
        end: str | None = None,
        include_bots: bool | None = None,
        interval: Interval | None = None,
        compare: Comparison | None = None,
        group_by: Sequence[Dimension] | None = None,
        limit: int | None = None,
        country: Sequence[str] | None = None,
        region: Sequence[str] | None = None,
        city: Sequence[str] | None = None,
        continent: Sequence[str] | None = None,
        device: Sequence[str] | None = None,
        browser: Sequence[str] | None = None,
        os: Sequence[str] | None = None,
        language: Sequence[str] | None = None,
        referrer: Sequence[str] | None = None,
        referrer_url: Sequence[str] | None = None,
        trigger: Sequence[str] | None = None,
        link: Sequence[str] | None = None,
        domain: Sequence[str] | None = None,
        tag: Sequence[str] | None = None,
        campaign: Sequence[str] | None = None,
        destination: Sequence[str] | None = None,
        utm_source: Sequence[str] | None = None,
        utm_medium: Sequence[str] | None = None,
        utm_campaign: Sequence[str] | None = None,
        utm_term: Sequence[str] | None = None,
        utm_content: Sequence[str] | None = None,
        variant: Sequence[str] | None = None,
        options: RequestOptions | None = None,
    ) -> Analytics:
        r"""
        Clicks of the workspace.

        Places are found by [IP Geolocation by DB-IP](https://db-ip.com), CC BY 4.0.

        Needs the scope `read`.

        Args:
            range: The window. Named ones follow the calendar of `timezone`.
            timezone: IANA name of the time zone of days.
            start: Start of the window, inclusive. Only with range=custom. RFC 3339, or without an offset in
                `timezone`.
            end: End of the window, exclusive. Only with range=custom.
            include_bots: Includes the clicks of bots.
            interval: Width of the points of the time series, of which there are at most 2760.
            compare: Adds `comparison`: the series of the window before, or of the same window a year earlier by the
                calendar of `timezone`.
            group_by: A comma list or a repeated parameter. `country`, `city`, `referrer`, `device`, `browser`,
                `os`, `trigger`, `utm_campaign` are always included.
            limit: Entries per group and of the ranking.
            country: Clicks by country. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            region: Clicks by region. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            city: Clicks by city. A comma list or a repeated parameter. `-` before a value excludes it, `null` is
                the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Ignores case.
            continent: Clicks by continent. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            device: Clicks by device. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            browser: Clicks by browser. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            os: Clicks by os. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
                unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Ignores case.
            language: Clicks by language. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            referrer: Clicks by referrer. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            referrer_url: Clicks by referrer url. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            trigger: Clicks by trigger. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            link: Clicks by link. A comma list or a repeated parameter. `-` before a value excludes it, `null` is
                the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            domain: Clicks by domain. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. An id, or a host name.
            tag: Clicks by tag. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
                unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            campaign: Clicks by campaign. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            destination: Clicks by destination. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_source: Clicks by utm source. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_medium: Clicks by utm medium. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_campaign: Clicks by utm campaign. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_term: Clicks by utm term. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_content: Clicks by utm content. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            variant: Clicks by variant. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            options: What this call does otherwise.
        """
        return self._core.json(
            _WORKSPACE,
            Analytics.from_json,
            query={
                "range": range,
                "timezone": timezone,
                "start": start,
                "end": end,
                "include_bots": include_bots,
                "interval": interval,
                "compare": compare,
                "group_by": group_by,
                "limit": limit,
                "country": country,
                "region": region,
                "city": city,
                "continent": continent,
                "device": device,
                "browser": browser,
                "os": os,
                "language": language,
                "referrer": referrer,
                "referrer_url": referrer_url,
                "trigger": trigger,
                "link": link,
                "domain": domain,
                "tag": tag,
                "campaign": campaign,
                "destination": destination,
                "utm_source": utm_source,
                "utm_medium": utm_medium,
                "utm_campaign": utm_campaign,
                "utm_term": utm_term,
                "utm_content": utm_content,
                "variant": variant,
            },
            options=options,
        )

    def link(
        self,
        id: str,
        *,
        range: Range | None = None,
        timezone: str | None = None,
        start: str | None = None,
        end: str | None = None,
        include_bots: bool | None = None,
        interval: Interval | None = None,
        compare: Comparison | None = None,
        group_by: Sequence[Dimension] | None = None,
        limit: int | None = None,
        country: Sequence[str] | None = None,
        region: Sequence[str] | None = None,
        city: Sequence[str] | None = None,
        continent: Sequence[str] | None = None,
        device: Sequence[str] | None = None,
        browser: Sequence[str] | None = None,
        os: Sequence[str] | None = None,
        language: Sequence[str] | None = None,
        referrer: Sequence[str] | None = None,
        referrer_url: Sequence[str] | None = None,
        trigger: Sequence[str] | None = None,
        link: Sequence[str] | None = None,
        domain: Sequence[str] | None = None,
        tag: Sequence[str] | None = None,
        campaign: Sequence[str] | None = None,
        destination: Sequence[str] | None = None,
        utm_source: Sequence[str] | None = None,
        utm_medium: Sequence[str] | None = None,
        utm_campaign: Sequence[str] | None = None,
        utm_term: Sequence[str] | None = None,
        utm_content: Sequence[str] | None = None,
        variant: Sequence[str] | None = None,
        options: RequestOptions | None = None,
    ) -> Analytics:
        r"""
        Clicks of a link.

        Places are found by [IP Geolocation by DB-IP](https://db-ip.com), CC BY 4.0.

        Needs the scope `read`.

        Args:
            id: Id of the link.
            range: The window. Named ones follow the calendar of `timezone`.
            timezone: IANA name of the time zone of days.
            start: Start of the window, inclusive. Only with range=custom. RFC 3339, or without an offset in
                `timezone`.
            end: End of the window, exclusive. Only with range=custom.
            include_bots: Includes the clicks of bots.
            interval: Width of the points of the time series, of which there are at most 2760.
            compare: Adds `comparison`: the series of the window before, or of the same window a year earlier by the
                calendar of `timezone`.
            group_by: A comma list or a repeated parameter. `country`, `city`, `referrer`, `device`, `browser`,
                `os`, `trigger`, `utm_campaign` are always included.
            limit: Entries per group and of the ranking.
            country: Clicks by country. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            region: Clicks by region. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            city: Clicks by city. A comma list or a repeated parameter. `-` before a value excludes it, `null` is
                the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Ignores case.
            continent: Clicks by continent. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            device: Clicks by device. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            browser: Clicks by browser. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            os: Clicks by os. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
                unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Ignores case.
            language: Clicks by language. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            referrer: Clicks by referrer. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            referrer_url: Clicks by referrer url. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            trigger: Clicks by trigger. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            link: Clicks by link. A comma list or a repeated parameter. `-` before a value excludes it, `null` is
                the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            domain: Clicks by domain. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. An id, or a host name.
            tag: Clicks by tag. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
                unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            campaign: Clicks by campaign. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            destination: Clicks by destination. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_source: Clicks by utm source. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_medium: Clicks by utm medium. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_campaign: Clicks by utm campaign. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_term: Clicks by utm term. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_content: Clicks by utm content. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            variant: Clicks by variant. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            options: What this call does otherwise.
        """
        return self._core.json(
            _LINK,
            Analytics.from_json,
            path=[id],
            query={
                "range": range,
                "timezone": timezone,
                "start": start,
                "end": end,
                "include_bots": include_bots,
                "interval": interval,
                "compare": compare,
                "group_by": group_by,
                "limit": limit,
                "country": country,
                "region": region,
                "city": city,
                "continent": continent,
                "device": device,
                "browser": browser,
                "os": os,
                "language": language,
                "referrer": referrer,
                "referrer_url": referrer_url,
                "trigger": trigger,
                "link": link,
                "domain": domain,
                "tag": tag,
                "campaign": campaign,
                "destination": destination,
                "utm_source": utm_source,
                "utm_medium": utm_medium,
                "utm_campaign": utm_campaign,
                "utm_term": utm_term,
                "utm_content": utm_content,
                "variant": variant,
            },
            options=options,
        )

    def campaign(
        self,
        id: str,
        *,
        range: Range | None = None,
        timezone: str | None = None,
        start: str | None = None,
        end: str | None = None,
        include_bots: bool | None = None,
        interval: Interval | None = None,
        compare: Comparison | None = None,
        group_by: Sequence[Dimension] | None = None,
        limit: int | None = None,
        country: Sequence[str] | None = None,
        region: Sequence[str] | None = None,
        city: Sequence[str] | None = None,
        continent: Sequence[str] | None = None,
        device: Sequence[str] | None = None,
        browser: Sequence[str] | None = None,
        os: Sequence[str] | None = None,
        language: Sequence[str] | None = None,
        referrer: Sequence[str] | None = None,
        referrer_url: Sequence[str] | None = None,
        trigger: Sequence[str] | None = None,
        link: Sequence[str] | None = None,
        domain: Sequence[str] | None = None,
        tag: Sequence[str] | None = None,
        campaign: Sequence[str] | None = None,
        destination: Sequence[str] | None = None,
        utm_source: Sequence[str] | None = None,
        utm_medium: Sequence[str] | None = None,
        utm_campaign: Sequence[str] | None = None,
        utm_term: Sequence[str] | None = None,
        utm_content: Sequence[str] | None = None,
        variant: Sequence[str] | None = None,
        options: RequestOptions | None = None,
    ) -> Analytics:
        r"""
        Clicks of a campaign.

        Clicks on links that were in the campaign at the time of the click, whatever its status. Places are found by [IP
        Geolocation by DB-IP](https://db-ip.com), CC BY 4.0.

        Needs the scope `read`.

        Args:
            id: Id of the campaign.
            range: The window. Named ones follow the calendar of `timezone`.
            timezone: IANA name of the time zone of days.
            start: Start of the window, inclusive. Only with range=custom. RFC 3339, or without an offset in
                `timezone`.
            end: End of the window, exclusive. Only with range=custom.
            include_bots: Includes the clicks of bots.
            interval: Width of the points of the time series, of which there are at most 2760.
            compare: Adds `comparison`: the series of the window before, or of the same window a year earlier by the
                calendar of `timezone`.
            group_by: A comma list or a repeated parameter. `country`, `city`, `referrer`, `device`, `browser`,
                `os`, `trigger`, `utm_campaign` are always included.
            limit: Entries per group and of the ranking.
            country: Clicks by country. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            region: Clicks by region. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            city: Clicks by city. A comma list or a repeated parameter. `-` before a value excludes it, `null` is
                the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Ignores case.
            continent: Clicks by continent. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            device: Clicks by device. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            browser: Clicks by browser. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            os: Clicks by os. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
                unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Ignores case.
            language: Clicks by language. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            referrer: Clicks by referrer. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            referrer_url: Clicks by referrer url. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            trigger: Clicks by trigger. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            link: Clicks by link. A comma list or a repeated parameter. `-` before a value excludes it, `null` is
                the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            domain: Clicks by domain. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. An id, or a host name.
            tag: Clicks by tag. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
                unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            campaign: Clicks by campaign. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            destination: Clicks by destination. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_source: Clicks by utm source. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_medium: Clicks by utm medium. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_campaign: Clicks by utm campaign. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_term: Clicks by utm term. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_content: Clicks by utm content. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            variant: Clicks by variant. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            options: What this call does otherwise.
        """
        return self._core.json(
            _CAMPAIGN,
            Analytics.from_json,
            path=[id],
            query={
                "range": range,
                "timezone": timezone,
                "start": start,
                "end": end,
                "include_bots": include_bots,
                "interval": interval,
                "compare": compare,
                "group_by": group_by,
                "limit": limit,
                "country": country,
                "region": region,
                "city": city,
                "continent": continent,
                "device": device,
                "browser": browser,
                "os": os,
                "language": language,
                "referrer": referrer,
                "referrer_url": referrer_url,
                "trigger": trigger,
                "link": link,
                "domain": domain,
                "tag": tag,
                "campaign": campaign,
                "destination": destination,
                "utm_source": utm_source,
                "utm_medium": utm_medium,
                "utm_campaign": utm_campaign,
                "utm_term": utm_term,
                "utm_content": utm_content,
                "variant": variant,
            },
            options=options,
        )

    def tag(
        self,
        name: str,
        *,
        range: Range | None = None,
        timezone: str | None = None,
        start: str | None = None,
        end: str | None = None,
        include_bots: bool | None = None,
        interval: Interval | None = None,
        compare: Comparison | None = None,
        group_by: Sequence[Dimension] | None = None,
        limit: int | None = None,
        country: Sequence[str] | None = None,
        region: Sequence[str] | None = None,
        city: Sequence[str] | None = None,
        continent: Sequence[str] | None = None,
        device: Sequence[str] | None = None,
        browser: Sequence[str] | None = None,
        os: Sequence[str] | None = None,
        language: Sequence[str] | None = None,
        referrer: Sequence[str] | None = None,
        referrer_url: Sequence[str] | None = None,
        trigger: Sequence[str] | None = None,
        link: Sequence[str] | None = None,
        domain: Sequence[str] | None = None,
        tag: Sequence[str] | None = None,
        campaign: Sequence[str] | None = None,
        destination: Sequence[str] | None = None,
        utm_source: Sequence[str] | None = None,
        utm_medium: Sequence[str] | None = None,
        utm_campaign: Sequence[str] | None = None,
        utm_term: Sequence[str] | None = None,
        utm_content: Sequence[str] | None = None,
        variant: Sequence[str] | None = None,
        options: RequestOptions | None = None,
    ) -> Analytics:
        r"""
        Clicks of a tag.

        Clicks on links that had the tag at the time of the click. An unused tag has zeros; an invalid tag is a 404.
        Places are found by [IP Geolocation by DB-IP](https://db-ip.com), CC BY 4.0.

        Needs the scope `read`.

        Args:
            name: The tag.
            range: The window. Named ones follow the calendar of `timezone`.
            timezone: IANA name of the time zone of days.
            start: Start of the window, inclusive. Only with range=custom. RFC 3339, or without an offset in
                `timezone`.
            end: End of the window, exclusive. Only with range=custom.
            include_bots: Includes the clicks of bots.
            interval: Width of the points of the time series, of which there are at most 2760.
            compare: Adds `comparison`: the series of the window before, or of the same window a year earlier by the
                calendar of `timezone`.
            group_by: A comma list or a repeated parameter. `country`, `city`, `referrer`, `device`, `browser`,
                `os`, `trigger`, `utm_campaign` are always included.
            limit: Entries per group and of the ranking.
            country: Clicks by country. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            region: Clicks by region. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            city: Clicks by city. A comma list or a repeated parameter. `-` before a value excludes it, `null` is
                the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Ignores case.
            continent: Clicks by continent. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            device: Clicks by device. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            browser: Clicks by browser. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            os: Clicks by os. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
                unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Ignores case.
            language: Clicks by language. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            referrer: Clicks by referrer. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            referrer_url: Clicks by referrer url. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            trigger: Clicks by trigger. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            link: Clicks by link. A comma list or a repeated parameter. `-` before a value excludes it, `null` is
                the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            domain: Clicks by domain. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. An id, or a host name.
            tag: Clicks by tag. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
                unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            campaign: Clicks by campaign. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            destination: Clicks by destination. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_source: Clicks by utm source. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_medium: Clicks by utm medium. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_campaign: Clicks by utm campaign. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_term: Clicks by utm term. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_content: Clicks by utm content. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            variant: Clicks by variant. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            options: What this call does otherwise.
        """
        return self._core.json(
            _TAG,
            Analytics.from_json,
            path=[name],
            query={
                "range": range,
                "timezone": timezone,
                "start": start,
                "end": end,
                "include_bots": include_bots,
                "interval": interval,
                "compare": compare,
                "group_by": group_by,
                "limit": limit,
                "country": country,
                "region": region,
                "city": city,
                "continent": continent,
                "device": device,
                "browser": browser,
                "os": os,
                "language": language,
                "referrer": referrer,
                "referrer_url": referrer_url,
                "trigger": trigger,
                "link": link,
                "domain": domain,
                "tag": tag,
                "campaign": campaign,
                "destination": destination,
                "utm_source": utm_source,
                "utm_medium": utm_medium,
                "utm_campaign": utm_campaign,
                "utm_term": utm_term,
                "utm_content": utm_content,
                "variant": variant,
            },
            options=options,
        )

    def domain(
        self,
        id: str,
        *,
        range: Range | None = None,
        timezone: str | None = None,
        start: str | None = None,
        end: str | None = None,
        include_bots: bool | None = None,
        interval: Interval | None = None,
        compare: Comparison | None = None,
        group_by: Sequence[Dimension] | None = None,
        limit: int | None = None,
        country: Sequence[str] | None = None,
        region: Sequence[str] | None = None,
        city: Sequence[str] | None = None,
        continent: Sequence[str] | None = None,
        device: Sequence[str] | None = None,
        browser: Sequence[str] | None = None,
        os: Sequence[str] | None = None,
        language: Sequence[str] | None = None,
        referrer: Sequence[str] | None = None,
        referrer_url: Sequence[str] | None = None,
        trigger: Sequence[str] | None = None,
        link: Sequence[str] | None = None,
        domain: Sequence[str] | None = None,
        tag: Sequence[str] | None = None,
        campaign: Sequence[str] | None = None,
        destination: Sequence[str] | None = None,
        utm_source: Sequence[str] | None = None,
        utm_medium: Sequence[str] | None = None,
        utm_campaign: Sequence[str] | None = None,
        utm_term: Sequence[str] | None = None,
        utm_content: Sequence[str] | None = None,
        variant: Sequence[str] | None = None,
        options: RequestOptions | None = None,
    ) -> Analytics:
        r"""
        Clicks of a domain.

        Clicks of links of the domain. All own short hosts are one domain, `dom_default`. Places are found by [IP
        Geolocation by DB-IP](https://db-ip.com), CC BY 4.0.

        Needs the scope `read`.

        Args:
            id: Id of the domain.
            range: The window. Named ones follow the calendar of `timezone`.
            timezone: IANA name of the time zone of days.
            start: Start of the window, inclusive. Only with range=custom. RFC 3339, or without an offset in
                `timezone`.
            end: End of the window, exclusive. Only with range=custom.
            include_bots: Includes the clicks of bots.
            interval: Width of the points of the time series, of which there are at most 2760.
            compare: Adds `comparison`: the series of the window before, or of the same window a year earlier by the
                calendar of `timezone`.
            group_by: A comma list or a repeated parameter. `country`, `city`, `referrer`, `device`, `browser`,
                `os`, `trigger`, `utm_campaign` are always included.
            limit: Entries per group and of the ranking.
            country: Clicks by country. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            region: Clicks by region. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            city: Clicks by city. A comma list or a repeated parameter. `-` before a value excludes it, `null` is
                the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Ignores case.
            continent: Clicks by continent. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            device: Clicks by device. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            browser: Clicks by browser. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            os: Clicks by os. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
                unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Ignores case.
            language: Clicks by language. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            referrer: Clicks by referrer. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            referrer_url: Clicks by referrer url. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            trigger: Clicks by trigger. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            link: Clicks by link. A comma list or a repeated parameter. `-` before a value excludes it, `null` is
                the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            domain: Clicks by domain. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. An id, or a host name.
            tag: Clicks by tag. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
                unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            campaign: Clicks by campaign. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            destination: Clicks by destination. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_source: Clicks by utm source. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_medium: Clicks by utm medium. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_campaign: Clicks by utm campaign. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_term: Clicks by utm term. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_content: Clicks by utm content. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            variant: Clicks by variant. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            options: What this call does otherwise.
        """
        return self._core.json(
            _DOMAIN,
            Analytics.from_json,
            path=[id],
            query={
                "range": range,
                "timezone": timezone,
                "start": start,
                "end": end,
                "include_bots": include_bots,
                "interval": interval,
                "compare": compare,
                "group_by": group_by,
                "limit": limit,
                "country": country,
                "region": region,
                "city": city,
                "continent": continent,
                "device": device,
                "browser": browser,
                "os": os,
                "language": language,
                "referrer": referrer,
                "referrer_url": referrer_url,
                "trigger": trigger,
                "link": link,
                "domain": domain,
                "tag": tag,
                "campaign": campaign,
                "destination": destination,
                "utm_source": utm_source,
                "utm_medium": utm_medium,
                "utm_campaign": utm_campaign,
                "utm_term": utm_term,
                "utm_content": utm_content,
                "variant": variant,
            },
            options=options,
        )

    def events(
        self,
        *,
        range: Range | None = None,
        timezone: str | None = None,
        start: str | None = None,
        end: str | None = None,
        include_bots: bool | None = None,
        country: Sequence[str] | None = None,
        region: Sequence[str] | None = None,
        city: Sequence[str] | None = None,
        continent: Sequence[str] | None = None,
        device: Sequence[str] | None = None,
        browser: Sequence[str] | None = None,
        os: Sequence[str] | None = None,
        language: Sequence[str] | None = None,
        referrer: Sequence[str] | None = None,
        referrer_url: Sequence[str] | None = None,
        trigger: Sequence[str] | None = None,
        link: Sequence[str] | None = None,
        domain: Sequence[str] | None = None,
        tag: Sequence[str] | None = None,
        campaign: Sequence[str] | None = None,
        destination: Sequence[str] | None = None,
        utm_source: Sequence[str] | None = None,
        utm_medium: Sequence[str] | None = None,
        utm_campaign: Sequence[str] | None = None,
        utm_term: Sequence[str] | None = None,
        utm_content: Sequence[str] | None = None,
        variant: Sequence[str] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: RequestOptions | None = None,
    ) -> Pages[Click, ClickList]:
        r"""
        List clicks, newest first.

        Pages by cursor: new clicks do not shift pages. Nothing in the answer identifies visitors. Places are found by
        [IP Geolocation by DB-IP](https://db-ip.com), CC BY 4.0.

        Needs the scope `read`.

        Args:
            range: The window. Named ones follow the calendar of `timezone`.
            timezone: IANA name of the time zone of days.
            start: Start of the window, inclusive. Only with range=custom. RFC 3339, or without an offset in
                `timezone`.
            end: End of the window, exclusive. Only with range=custom.
            include_bots: Includes the clicks of bots.
            country: Clicks by country. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            region: Clicks by region. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            city: Clicks by city. A comma list or a repeated parameter. `-` before a value excludes it, `null` is
                the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Ignores case.
            continent: Clicks by continent. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            device: Clicks by device. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            browser: Clicks by browser. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            os: Clicks by os. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
                unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Ignores case.
            language: Clicks by language. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            referrer: Clicks by referrer. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            referrer_url: Clicks by referrer url. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            trigger: Clicks by trigger. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            link: Clicks by link. A comma list or a repeated parameter. `-` before a value excludes it, `null` is
                the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            domain: Clicks by domain. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. An id, or a host name.
            tag: Clicks by tag. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
                unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            campaign: Clicks by campaign. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            destination: Clicks by destination. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_source: Clicks by utm source. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_medium: Clicks by utm medium. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_campaign: Clicks by utm campaign. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_term: Clicks by utm term. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_content: Clicks by utm content. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            variant: Clicks by variant. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            limit: Clicks of a page at most.
            cursor: First empty (`cursor=`) or absent, then the `meta.next_cursor` of the previous page, with an
                otherwise unchanged query.
            options: What this call does otherwise.
        """
        return Pages(
            self._core,
            _EVENTS,
            ClickList.from_json,
            by_cursor=True,
            query={
                "range": range,
                "timezone": timezone,
                "start": start,
                "end": end,
                "include_bots": include_bots,
                "country": country,
                "region": region,
                "city": city,
                "continent": continent,
                "device": device,
                "browser": browser,
                "os": os,
                "language": language,
                "referrer": referrer,
                "referrer_url": referrer_url,
                "trigger": trigger,
                "link": link,
                "domain": domain,
                "tag": tag,
                "campaign": campaign,
                "destination": destination,
                "utm_source": utm_source,
                "utm_medium": utm_medium,
                "utm_campaign": utm_campaign,
                "utm_term": utm_term,
                "utm_content": utm_content,
                "variant": variant,
                "limit": limit,
                "cursor": cursor,
            },
            options=options,
        )

    def export(
        self,
        *,
        range: Range | None = None,
        timezone: str | None = None,
        start: str | None = None,
        end: str | None = None,
        include_bots: bool | None = None,
        country: Sequence[str] | None = None,
        region: Sequence[str] | None = None,
        city: Sequence[str] | None = None,
        continent: Sequence[str] | None = None,
        device: Sequence[str] | None = None,
        browser: Sequence[str] | None = None,
        os: Sequence[str] | None = None,
        language: Sequence[str] | None = None,
        referrer: Sequence[str] | None = None,
        referrer_url: Sequence[str] | None = None,
        trigger: Sequence[str] | None = None,
        link: Sequence[str] | None = None,
        domain: Sequence[str] | None = None,
        tag: Sequence[str] | None = None,
        campaign: Sequence[str] | None = None,
        destination: Sequence[str] | None = None,
        utm_source: Sequence[str] | None = None,
        utm_medium: Sequence[str] | None = None,
        utm_campaign: Sequence[str] | None = None,
        utm_term: Sequence[str] | None = None,
        utm_content: Sequence[str] | None = None,
        variant: Sequence[str] | None = None,
        format: Literal["csv", "ndjson", "parquet"] | str | None = None,
        safe: bool | None = None,
        options: RequestOptions | None = None,
    ) -> File:
        r"""
        Export clicks.

        Every click of the window as a file, in no particular order; one of millions of rows comes as it is read. `at`
        is RFC 3339 in UTC (a timestamp in Parquet). In a CSV (RFC 4180, with a header row) tags are separated by commas
        within their cell, and what is not known is empty. A text that, after any apostrophes, begins with `=`, `+`,
        `-`, `@`, tab or CR gets one more apostrophe in front, unless `safe=false`. CSV and NDJSON are compressed by
        gzip when `Accept-Encoding` allows it. When something fails half-way the connection is cut, so that no part of a
        file looks like a whole one; so it is when the reader takes less than 10 kB/s for 30 s. A workspace may have two
        exports at a time. Places are found by [IP Geolocation by DB-IP](https://db-ip.com), CC BY 4.0.

        Needs the scope `read`.

        Args:
            range: The window. Named ones follow the calendar of `timezone`.
            timezone: IANA name of the time zone of days.
            start: Start of the window, inclusive. Only with range=custom. RFC 3339, or without an offset in
                `timezone`.
            end: End of the window, exclusive. Only with range=custom.
            include_bots: Includes the clicks of bots.
            country: Clicks by country. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            region: Clicks by region. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            city: Clicks by city. A comma list or a repeated parameter. `-` before a value excludes it, `null` is
                the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Ignores case.
            continent: Clicks by continent. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            device: Clicks by device. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            browser: Clicks by browser. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            os: Clicks by os. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
                unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Ignores case.
            language: Clicks by language. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            referrer: Clicks by referrer. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            referrer_url: Clicks by referrer url. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            trigger: Clicks by trigger. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            link: Clicks by link. A comma list or a repeated parameter. `-` before a value excludes it, `null` is
                the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            domain: Clicks by domain. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. An id, or a host name.
            tag: Clicks by tag. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
                unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            campaign: Clicks by campaign. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            destination: Clicks by destination. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_source: Clicks by utm source. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_medium: Clicks by utm medium. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_campaign: Clicks by utm campaign. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_term: Clicks by utm term. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_content: Clicks by utm content. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            variant: Clicks by variant. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            format: Format of the file.
            safe: CSV only: cells that a spreadsheet would take for a formula begin with an apostrophe. `false`
                keeps texts as recorded.
            options: What this call does otherwise.
        """
        call = Call(
            self._core.config,
            _EXPORT,
            query={
                "range": range,
                "timezone": timezone,
                "start": start,
                "end": end,
                "include_bots": include_bots,
                "country": country,
                "region": region,
                "city": city,
                "continent": continent,
                "device": device,
                "browser": browser,
                "os": os,
                "language": language,
                "referrer": referrer,
                "referrer_url": referrer_url,
                "trigger": trigger,
                "link": link,
                "domain": domain,
                "tag": tag,
                "campaign": campaign,
                "destination": destination,
                "utm_source": utm_source,
                "utm_medium": utm_medium,
                "utm_campaign": utm_campaign,
                "utm_term": utm_term,
                "utm_content": utm_content,
                "variant": variant,
                "format": format,
                "safe": safe,
            },
            options=options,
            accept="*/*",
        )
        return File(self._core, call)

    def live(
        self,
        *,
        include_bots: bool | None = None,
        country: Sequence[str] | None = None,
        region: Sequence[str] | None = None,
        city: Sequence[str] | None = None,
        continent: Sequence[str] | None = None,
        device: Sequence[str] | None = None,
        browser: Sequence[str] | None = None,
        os: Sequence[str] | None = None,
        language: Sequence[str] | None = None,
        referrer: Sequence[str] | None = None,
        referrer_url: Sequence[str] | None = None,
        trigger: Sequence[str] | None = None,
        link: Sequence[str] | None = None,
        domain: Sequence[str] | None = None,
        tag: Sequence[str] | None = None,
        campaign: Sequence[str] | None = None,
        destination: Sequence[str] | None = None,
        utm_source: Sequence[str] | None = None,
        utm_medium: Sequence[str] | None = None,
        utm_campaign: Sequence[str] | None = None,
        utm_term: Sequence[str] | None = None,
        utm_content: Sequence[str] | None = None,
        variant: Sequence[str] | None = None,
        options: RequestOptions | None = None,
    ) -> Live[Click]:
        r"""
        Stream clicks.

        Server-Sent Events: `event: click` has a click as in `/v1/analytics/events` as its data, each click once, within
        2 s of its redirect. Clicks of one redirector process arrive in order. The server sends a comment every 15 s. A
        stream ends after at most 60 s and has to be reopened (each time counts as one request of the rate limit). A key
        that is revoked or expires meanwhile gets no more clicks, and its stream ends. `event: end` gives the reason:
        `renew`, `unauthorized`, `slow` (too many events were waiting) or `shutdown`. An EventSource reconnects by
        itself and sends `Last-Event-ID`; within 10 minutes it misses nothing. A workspace may have 20 streams per
        process; one more is a 429. Places are found by [IP Geolocation by DB-IP](https://db-ip.com), CC BY 4.0.

        Needs the scope `read`.

        Args:
            include_bots: Includes the clicks of bots.
            country: Clicks by country. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            region: Clicks by region. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            city: Clicks by city. A comma list or a repeated parameter. `-` before a value excludes it, `null` is
                the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Ignores case.
            continent: Clicks by continent. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            device: Clicks by device. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            browser: Clicks by browser. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            os: Clicks by os. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
                unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Ignores case.
            language: Clicks by language. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            referrer: Clicks by referrer. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            referrer_url: Clicks by referrer url. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            trigger: Clicks by trigger. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Ignores case.
            link: Clicks by link. A comma list or a repeated parameter. `-` before a value excludes it, `null` is
                the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            domain: Clicks by domain. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. An id, or a host name.
            tag: Clicks by tag. A comma list or a repeated parameter. `-` before a value excludes it, `null` is the
                unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`, `a\,b`,
                `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            campaign: Clicks by campaign. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            destination: Clicks by destination. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_source: Clicks by utm source. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_medium: Clicks by utm medium. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_campaign: Clicks by utm campaign. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_term: Clicks by utm term. A comma list or a repeated parameter. `-` before a value excludes it,
                `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            utm_content: Clicks by utm content. A comma list or a repeated parameter. `-` before a value excludes
                it, `null` is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`:
                `\-5`, `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            variant: Clicks by variant. A comma list or a repeated parameter. `-` before a value excludes it, `null`
                is the unknown value (the `key` of its group), and a backslash escapes `,`, `-` and `null`: `\-5`,
                `a\,b`, `\null`. Filters are combined by AND. Written like the key of its group, case-sensitive.
            options: What this call does otherwise.
        """
        return Live(
            self._core,
            _LIVE,
            Click.from_json,
            event="click",
            query={
                "include_bots": include_bots,
                "country": country,
                "region": region,
                "city": city,
                "continent": continent,
                "device": device,
                "browser": browser,
                "os": os,
                "language": language,
                "referrer": referrer,
                "referrer_url": referrer_url,
                "trigger": trigger,
                "link": link,
                "domain": domain,
                "tag": tag,
                "campaign": campaign,
                "destination": destination,
                "utm_source": utm_source,
                "utm_medium": utm_medium,
                "utm_campaign": utm_campaign,
                "utm_term": utm_term,
                "utm_content": utm_content,
                "variant": variant,
            },
            options=options,
        )
