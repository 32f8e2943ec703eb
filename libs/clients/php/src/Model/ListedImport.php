<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** An import without its errors. */
final readonly class ListedImport extends Model
{
    /** Id of the import. */
    public string $id;

    /** Status of an import. */
    public string $status;

    /** Where it comes from. Null where the file could not be read. */
    public ?string $source;

    /** Data rows of the file; null until they are counted. */
    public ?int $total;

    /** Links that were created. */
    public int $created;

    /** Rows that failed. */
    public int $failed;

    /**
     * Columns that were ignored.
     * @var list<string>
     */
    public array $ignored_columns;

    /** When the file arrived. */
    public string $created_at;

    /** When the import ended. */
    public ?string $ended_at;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->id = Cast::string($raw['id'] ?? null);
        $this->status = Cast::string($raw['status'] ?? null);
        $this->source = isset($raw['source']) ? Cast::string($raw['source']) : null;
        $this->total = isset($raw['total']) ? Cast::int($raw['total']) : null;
        $this->created = Cast::int($raw['created'] ?? null);
        $this->failed = Cast::int($raw['failed'] ?? null);
        $this->ignored_columns = Cast::list($raw['ignored_columns'] ?? null, fn (mixed $one) => Cast::string($one));
        $this->created_at = Cast::string($raw['created_at'] ?? null);
        $this->ended_at = isset($raw['ended_at']) ? Cast::string($raw['ended_at']) : null;
    }
}
