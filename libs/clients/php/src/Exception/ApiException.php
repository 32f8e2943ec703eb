<?php

declare(strict_types=1);

namespace Waymark\Exception;

use Waymark\Json;
use Waymark\Model\Problem;

/** An answer of failure: RFC 9457 with a stable code, or whatever a proxy has sent. */
class ApiException extends WaymarkException
{
    /** The stable code, such as `alias_taken`; `unknown` where the answer is not Waymark's. */
    public readonly string $errorCode;
    public readonly ?string $requestId;
    /** Seconds to wait, where the answer says so. */
    public readonly ?float $retryAfter;
    public readonly ?string $requiredScope;
    public readonly ?string $existingLinkId;

    /** @param array<string, string> $headers By name in lower case. */
    final public function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly ?Problem $problem,
        string $text = '',
    ) {
        $this->errorCode = $problem?->code ?: 'unknown';
        $this->requestId = $problem?->request_id ?: $headers['x-request-id'] ?? null;
        $this->retryAfter = self::seconds($headers);
        $this->requiredScope = $problem?->required_scope;
        $this->existingLinkId = $problem?->existing_link_id;
        $at = $this->requestId === null ? '' : " (request $this->requestId)";
        $said = preg_match('/^.{0,200}/us', trim((string) preg_replace('/\s+/', ' ', strip_tags($text))), $match) === 1 ? $match[0] : '';
        parent::__construct("$status $this->errorCode: " . ($problem?->detail ?: $said ?: 'no answer') . $at);
    }

    /** @return list<string> Where the problems of the input are: `body.alias`. */
    public function locations(): array
    {
        return array_map(fn ($error) => $error->location, $this->problem->errors ?? []);
    }

    /** @param array<string, string> $headers */
    public static function of(int $status, array $headers, string $text): self
    {
        $raw = Json::object($text);
        $problem = is_string($raw['code'] ?? null) ? new Problem($raw) : null;
        $class = match (true) {
            $status === 400 => InvalidRequestException::class,
            $status === 401 => UnauthorizedException::class,
            $status === 403 => ForbiddenException::class,
            $status === 404, $status === 410 => NotFoundException::class,
            $status === 409 => ConflictException::class,
            $status === 412 => RevisionMismatchException::class,
            $status === 429 => RateLimitedException::class,
            $status >= 500 => ServerException::class,
            default => self::class,
        };
        return new $class($status, $headers, $problem, $text);
    }

    /**
     * The time of `Retry-After`. A date is compared with that of the answer: the clock of this machine may be off.
     *
     * @param array<string, string> $headers
     */
    private static function seconds(array $headers): ?float
    {
        $value = $headers['retry-after'] ?? '';
        if ($value === '') {
            return null;
        }
        if (is_numeric($value)) {
            return max(0.0, (float) $value);
        }
        $at = strtotime($value);
        $now = strtotime($headers['date'] ?? '');
        return $at === false ? null : max(0.0, $at - ($now === false ? microtime(true) : $now));
    }
}
