<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A domain without its last check, as it was at an instant. */
final readonly class DomainAt extends Model
{
    /** Id of the domain. */
    public string $id;

    /** Host name in lower case and ASCII. */
    public string $hostname;

    /** Status of a domain. Links resolve on a verified one. `disabled` is reserved: no domain has it so far. */
    public string $status;

    /** Whether links that name no domain are created here. */
    public bool $is_primary;

    /** Where the host itself leads. */
    public ?string $root_url;

    /** Where unknown aliases lead. */
    public ?string $not_found_url;

    /** Where expired links lead that have no `expired_url`. */
    public ?string $expired_url;

    /** The JSON document for apps of Apple, or null. */
    public mixed $apple_app_site_association;

    /** The JSON document for apps of Android, or null. */
    public mixed $assetlinks;

    /**
     * The TXT record proves that the host name is yours; the CNAME record leads visitors here.
     * @var list<DnsRecord>
     */
    public array $dns_records;

    /** When it was verified. */
    public ?string $verified_at;

    /** When it was added. */
    public string $created_at;

    /** When it was last changed. */
    public string $updated_at;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->id = Cast::string($raw['id'] ?? null);
        $this->hostname = Cast::string($raw['hostname'] ?? null);
        $this->status = Cast::string($raw['status'] ?? null);
        $this->is_primary = Cast::bool($raw['is_primary'] ?? null);
        $this->root_url = isset($raw['root_url']) ? Cast::string($raw['root_url']) : null;
        $this->not_found_url = isset($raw['not_found_url']) ? Cast::string($raw['not_found_url']) : null;
        $this->expired_url = isset($raw['expired_url']) ? Cast::string($raw['expired_url']) : null;
        $this->apple_app_site_association = $raw['apple_app_site_association'] ?? null;
        $this->assetlinks = $raw['assetlinks'] ?? null;
        $this->dns_records = Cast::list($raw['dns_records'] ?? null, fn (mixed $one) => new DnsRecord(Cast::map($one)));
        $this->verified_at = isset($raw['verified_at']) ? Cast::string($raw['verified_at']) : null;
        $this->created_at = Cast::string($raw['created_at'] ?? null);
        $this->updated_at = Cast::string($raw['updated_at'] ?? null);
    }
}
