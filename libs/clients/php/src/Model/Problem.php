<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A failure (RFC 9457). Some codes have members of their own, and more may be added. */
final readonly class Problem extends Model
{
    /** Address of the documentation of the code. */
    public string $type;

    /** The code in words. */
    public string $title;

    /** The HTTP status. */
    public int $status;

    /** What went wrong, and what to do about it. */
    public string $detail;

    /** The request, as a URN. */
    public string $instance;

    /** Stable code of a failure. `GET /errors/{code}` explains it. Codes may be added. */
    public string $code;

    /**
     * Every problem of the input. Empty for other failures.
     * @var list<ProblemDetail>
     */
    public array $errors;

    /** Id of the request, as in `X-Request-Id`. */
    public string $request_id;

    /** With `insufficient_scope`: what the credential would need. */
    public ?string $required_scope;

    /** With `alias_taken`, and with `conflict` over an external id: the link of the same workspace that has it. */
    public ?string $existing_link_id;

    /** With `insufficient_scope`, when a key makes a key that outlives it: the expiration of the key that asks. */
    public ?string $latest_expiration;

    /**
     * With `invalid_state`, when an account is deleted: the workspaces whose only owner it is.
     * @var list<ProblemWorkspaces>|null
     */
    public ?array $workspaces;

    /**
     * With `unavailable`, of `/health/ready`: each check by its name.
     * @var array<string, mixed>|null
     */
    public ?array $checks;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->type = Cast::string($raw['type'] ?? null);
        $this->title = Cast::string($raw['title'] ?? null);
        $this->status = Cast::int($raw['status'] ?? null);
        $this->detail = Cast::string($raw['detail'] ?? null);
        $this->instance = Cast::string($raw['instance'] ?? null);
        $this->code = Cast::string($raw['code'] ?? null);
        $this->errors = Cast::list($raw['errors'] ?? null, fn (mixed $one) => new ProblemDetail(Cast::map($one)));
        $this->request_id = Cast::string($raw['request_id'] ?? null);
        $this->required_scope = isset($raw['required_scope']) ? Cast::string($raw['required_scope']) : null;
        $this->existing_link_id = isset($raw['existing_link_id']) ? Cast::string($raw['existing_link_id']) : null;
        $this->latest_expiration = isset($raw['latest_expiration']) ? Cast::string($raw['latest_expiration']) : null;
        $this->workspaces = isset($raw['workspaces']) ? Cast::list($raw['workspaces'], fn (mixed $one) => new ProblemWorkspaces(Cast::map($one))) : null;
        $this->checks = isset($raw['checks']) ? Cast::map($raw['checks']) : null;
    }
}
