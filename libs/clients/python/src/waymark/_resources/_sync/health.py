# Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.
from __future__ import annotations

from ..._sync.core import (
    Core,
)
from ..._core.call import Operation
from ...models import (
    Alive,
    Ready,
)
from ...options import RequestOptions


_LIVE = Operation(
    "health.live",
    "GET",
    "/health/live",
    public=True,
)
_READY = Operation(
    "health.ready",
    "GET",
    "/health/ready",
    public=True,
)
_METRICS = Operation(
    "health.metrics",
    "GET",
    "/metrics",
    public=True,
)
_TLS = Operation(
    "health.tls",
    "GET",
    "/health/tls",
    public=True,
)


class HealthResource:
    """State and metrics of this installation. They need no credential."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def live(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> Alive:
        """
        Whether the process runs.

        For supervisors: it checks no dependency.

        Needs no credential, and is sent only an `api_key` of `options`.

        Args:
            options: What this call does otherwise.
        """
        return self._core.json(
            _LIVE,
            Alive.from_json,
            options=options,
        )

    def ready(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> Ready:
        """
        Whether requests may be sent here, by dependency.

        For load balancers. 503 while a dependency that requests need does not answer.

        Needs no credential, and is sent only an `api_key` of `options`.

        Args:
            options: What this call does otherwise.
        """
        return self._core.json(
            _READY,
            Ready.from_json,
            options=options,
        )

    def metrics(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> str:
        """
        Figures for Prometheus.

        A 404 where METRICS_PORT gives them a port of their own.

        Needs no credential, and is sent only an `api_key` of `options`.

        Args:
            options: What this call does otherwise.
        """
        return self._core.text(
            _METRICS,
            options=options,
        )

    def tls(
        self,
        *,
        domain: str | None = None,
        options: RequestOptions | None = None,
    ) -> None:
        """
        Whether a proxy may obtain a certificate for a host.

        200 for a host of this installation and for a verified domain, else 404; empty. 600 unknown hosts a minute per
        address.

        Needs no credential, and is sent only an `api_key` of `options`.

        Args:
            domain: A host name without a port.
            options: What this call does otherwise.
        """
        return self._core.nothing(
            _TLS,
            query={
                "domain": domain,
            },
            options=options,
        )
