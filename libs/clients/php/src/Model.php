<?php

declare(strict_types=1);

namespace Waymark;

/**
 * A record of an answer. Answers are not validated: a field that is missing reads as null, or as empty where it is
 * always there. `raw` is the answer as it came, with fields that this version does not know.
 */
abstract readonly class Model implements \JsonSerializable
{
    /** @param array<string, mixed> $raw */
    public function __construct(#[\SensitiveParameter] public array $raw)
    {
    }

    /**
     * The fields as they may stand in a log.
     *
     * @param list<string> $secrets
     * @return array<string, mixed>
     */
    protected function redacted(array $secrets): array
    {
        $fields = get_object_vars($this);
        foreach ($secrets as $secret) {
            $fields = isset($fields[$secret]) ? [...$fields, $secret => '…'] : $fields;
            $fields['raw'] = isset($fields['raw'][$secret]) ? [...$fields['raw'], $secret => '…'] : $fields['raw'];
        }
        return $fields;
    }

    /** @return array<string, mixed>|object */
    public function jsonSerialize(): array|object
    {
        return $this->raw === [] ? new \stdClass() : $this->raw;
    }
}
