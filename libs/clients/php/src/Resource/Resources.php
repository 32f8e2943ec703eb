<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Resource;

use Waymark\Client;

/** The resources of the interface. */
trait Resources
{
    /** State and metrics of this installation. They need no credential. */
    public readonly Health $health;

    /** The documentation of error codes. */
    public readonly Errors $errors;

    /** Short links: an alias on a domain that redirects its visitors to a destination. */
    public readonly Links $links;

    /** Words that links are sorted by. */
    public readonly Tags $tags;

    /** Shortens a URL in one step, with the fields in camelCase. */
    public readonly Urls $urls;

    /** Links that belong together and share utm fields and dates. */
    public readonly Campaigns $campaigns;

    /** Host names of your own that links can use once they are verified. */
    public readonly Domains $domains;

    /** Credentials of programs: scope, rotation with 24 hours of grace, revocation. */
    public readonly ApiKeys $apiKeys;

    /** Accounts of people: sign-up, log-in, tokens and passwords. */
    public readonly Auth $auth;

    /** Clicks: totals, time series and groups, single clicks, files and a live stream. */
    public readonly Analytics $analytics;

    /** The workspace of the credential: its name, plan, usage and limits. */
    public readonly Workspace $workspace;

    /** The users of the workspace and their roles. */
    public readonly Members $members;

    /** Invitations of e-mail addresses to the workspace. */
    public readonly Invitations $invitations;

    /** Files of links from here or from another service, imported in the background. */
    public readonly Imports $imports;

    /** QR codes of links or of any URL, as SVG or PNG. */
    public readonly QrCodes $qrCodes;

    /** URLs of yours that receive events, and the deliveries to them. */
    public readonly Webhooks $webhooks;

    /** What happened in the workspace, and who or what caused it. */
    public readonly Events $events;

    /** Short URLs, as visitors follow them. They need no credential. */
    public readonly Redirects $redirects;

    private function connect(Client $client): void
    {
        $this->health = new Health($client);
        $this->errors = new Errors($client);
        $this->links = new Links($client);
        $this->tags = new Tags($client);
        $this->urls = new Urls($client);
        $this->campaigns = new Campaigns($client);
        $this->domains = new Domains($client);
        $this->apiKeys = new ApiKeys($client);
        $this->auth = new Auth($client);
        $this->analytics = new Analytics($client);
        $this->workspace = new Workspace($client);
        $this->members = new Members($client);
        $this->invitations = new Invitations($client);
        $this->imports = new Imports($client);
        $this->qrCodes = new QrCodes($client);
        $this->webhooks = new Webhooks($client);
        $this->events = new Events($client);
        $this->redirects = new Redirects($client);
    }
}
