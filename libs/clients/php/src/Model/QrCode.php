<?php

// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Waymark\Model;

use Waymark\Cast;
use Waymark\Model;

/** A QR code. */
final readonly class QrCode extends Model
{
    /** Id of the QR code. */
    public string $id;

    /** The link whose short URL it holds, with `?qr=1`. */
    public ?string $link_id;

    /** What it holds where it is of no link. */
    public ?string $url;

    /** Its name, for your own use. */
    public ?string $name;

    /** Format of the image. */
    public string $format;

    /** Pixels of a side. */
    public int $size;

    /** Error correction: some 7 % (L), 15 % (M), 25 % (Q) or 30 % (H) may be covered or damaged. */
    public string $level;

    /** Empty modules on each side. */
    public int $margin;

    /** Colour of the dark modules. */
    public string $fg_color;

    /** Colour of the light modules. */
    public string $bg_color;

    /** Where the logo came from; it was fetched when this was set. */
    public ?string $logo_url;

    /** The image, for callers with a credential. */
    public string $image_url;

    /** Who created the QR code. */
    public Actor $created_by;

    /** When it was created. */
    public string $created_at;

    /** When it was last changed. */
    public string $updated_at;

    /** The short URL of its link, null where it is of no link. Answers have it, events do not. */
    public ?string $short_url;

    /** @param array<string, mixed> $raw */
    public function __construct(array $raw)
    {
        parent::__construct($raw);
        $this->id = Cast::string($raw['id'] ?? null);
        $this->link_id = isset($raw['link_id']) ? Cast::string($raw['link_id']) : null;
        $this->url = isset($raw['url']) ? Cast::string($raw['url']) : null;
        $this->name = isset($raw['name']) ? Cast::string($raw['name']) : null;
        $this->format = Cast::string($raw['format'] ?? null);
        $this->size = Cast::int($raw['size'] ?? null);
        $this->level = Cast::string($raw['level'] ?? null);
        $this->margin = Cast::int($raw['margin'] ?? null);
        $this->fg_color = Cast::string($raw['fg_color'] ?? null);
        $this->bg_color = Cast::string($raw['bg_color'] ?? null);
        $this->logo_url = isset($raw['logo_url']) ? Cast::string($raw['logo_url']) : null;
        $this->image_url = Cast::string($raw['image_url'] ?? null);
        $this->created_by = new Actor(Cast::map($raw['created_by'] ?? null));
        $this->created_at = Cast::string($raw['created_at'] ?? null);
        $this->updated_at = Cast::string($raw['updated_at'] ?? null);
        $this->short_url = isset($raw['short_url']) ? Cast::string($raw['short_url']) : null;
    }
}
