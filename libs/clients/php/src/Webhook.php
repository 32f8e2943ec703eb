<?php

declare(strict_types=1);

namespace Waymark;

use Waymark\Exception\SignatureException;
use Waymark\Model\WebhookEvents;

/** Deliveries of webhooks, signed as the Standard Webhooks say. */
final class Webhook
{
    private const TOLERANCE = 300;

    /**
     * Verifies a delivery and reads it.
     *
     * @param string $body The body as it arrived, byte for byte.
     * @param array<string, string|list<string>> $headers In any case.
     * @param string|list<string> $secret `whsec_…`; several while a rotation is under way.
     * @param int|null $now Seconds since 1970; null for the clock.
     * @throws SignatureException
     */
    public static function unwrap(
        string $body,
        array $headers,
        #[\SensitiveParameter] string|array $secret,
        ?int $now = null,
    ): Model {
        self::verify($body, $headers, $secret, $now);
        $raw = Json::object($body);
        if ($raw === null) {
            throw new SignatureException('The body is not a JSON object.');
        }
        return WebhookEvents::read($raw);
    }

    /**
     * @param array<string, string|list<string>> $headers
     * @param string|list<string> $secret
     * @throws SignatureException
     */
    public static function verify(
        string $body,
        array $headers,
        #[\SensitiveParameter] string|array $secret,
        ?int $now = null,
    ): void {
        [$id, $timestamp, $signatures] = array_map(
            fn (string $name) => self::header($headers, $name),
            ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
        );
        if (preg_match('/^\d{1,15}$/', $timestamp) !== 1 || abs(($now ?? time()) - (int) $timestamp) > self::TOLERANCE) {
            throw new SignatureException('The delivery is older or newer than five minutes.');
        }
        foreach ((array) $secret as $one) {
            $expected = hash_hmac('sha256', "$id.$timestamp.$body", self::keyOf($one), true);
            foreach (explode(' ', $signatures) as $signature) {
                [$version, $value] = [...explode(',', $signature, 2), ''];
                $given = base64_decode($value, true);
                if ($version === 'v1' && $given !== false && hash_equals($expected, $given)) {
                    return;
                }
            }
        }
        throw new SignatureException('No signature of the delivery is right.');
    }

    /** @param array<string, string|list<string>> $headers */
    private static function header(array $headers, string $wanted): string
    {
        foreach ($headers as $name => $value) {
            if (strtolower((string) $name) === $wanted) {
                return is_array($value) ? (string) reset($value) : $value;
            }
        }
        throw new SignatureException("The header $wanted is missing.");
    }

    private static function keyOf(#[\SensitiveParameter] string $secret): string
    {
        $key = base64_decode((string) preg_replace('/^whsec_/', '', $secret), true);
        if ($key === false || $key === '') {
            throw new SignatureException('The secret is not one of a webhook.');
        }
        return $key;
    }
}
