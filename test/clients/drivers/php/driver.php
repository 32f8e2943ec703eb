<?php

// Calls the PHP library as the lines on standard input say, and answers a line for each.

declare(strict_types=1);

use Waymark\Download;
use Waymark\Exception;
use Waymark\Json;
use Waymark\Listing;
use Waymark\Model;
use Waymark\RequestOptions;
use Waymark\Response;
use Waymark\Upload;
use Waymark\Waymark;
use Waymark\Webhook;

$library = getenv('WAYMARK_LIBRARY') ?: dirname(__DIR__, 4) . '/libs/clients/php';
spl_autoload_register(function (string $class) use ($library): void {
    $file = $library . '/src/' . str_replace('\\', '/', substr($class, strlen('Waymark\\'))) . '.php';
    if (str_starts_with($class, 'Waymark\\') && is_file($file)) {
        require $file;
    }
});

final class Unsupported extends RuntimeException
{
}

/** @return array{kind: string} */
function problem(Throwable $error): array
{
    $kinds = [
        Exception\InvalidRequestException::class => 'InvalidRequest',
        Exception\UnauthorizedException::class => 'Unauthorized',
        Exception\ForbiddenException::class => 'Forbidden',
        Exception\NotFoundException::class => 'NotFound',
        Exception\ConflictException::class => 'Conflict',
        Exception\RevisionMismatchException::class => 'RevisionMismatch',
        Exception\RateLimitedException::class => 'RateLimited',
        Exception\ServerException::class => 'ServerError',
        Exception\ApiException::class => 'APIError',
        Exception\TimeoutException::class => 'TimeoutError',
        Exception\ConnectionException::class => 'ConnectionError',
        Exception\CutException::class => 'Cut',
        Exception\SecretLostException::class => 'SecretLost',
        Exception\SignatureException::class => 'SignatureError',
        Exception\CancelledException::class => 'Cancelled',
        Unsupported::class => 'Unsupported',
    ];
    $failure = ['kind' => $kinds[$error::class] ?? 'Bug', 'message' => $error->getMessage()];
    if ($error instanceof Exception\SecretLostException) {
        $failure['record'] = $error->record;
    }
    return $error instanceof Exception\ApiException ? $failure + [
        'code' => $error->errorCode,
        'status' => $error->status,
        'request_id' => $error->requestId,
        'retry_after' => $error->retryAfter,
        'locations' => $error->locations(),
        'required_scope' => $error->requiredScope,
        'existing_link_id' => $error->existingLinkId,
    ] : $failure;
}

/** What the typed fields of a model say; an absent one is left out, an unknown one comes from `raw`. */
function typed(mixed $value, mixed $raw): mixed
{
    if ($value instanceof Model) {
        $fields = get_object_vars($value);
        unset($fields['raw']);
        $known = array_intersect_key($fields, $value->raw);
        $read = array_map(fn (string $name) => typed($known[$name], $value->raw[$name]), array_keys($known));
        return (object) (array_combine(array_keys($known), $read) + $value->raw);
    }
    if (!is_array($value)) {
        return $value;
    }
    $items = [];
    foreach ($value as $name => $item) {
        $items[$name] = typed($item, null);
    }
    return $items === [] && $raw instanceof stdClass ? $raw : $items;
}

function special(array $line): mixed
{
    return match ($line['call']) {
        'methods' => methods(),
        'version' => [
            'language' => 'php',
            'runtime' => PHP_VERSION,
            'user_agent' => 'waymark-php/' . Waymark::VERSION,
        ],
        'unwrap' => Webhook::unwrap($line['body'], $line['headers'], $line['secret'], $line['now'] ?? null),
        'read' => readModel($line['model'], Json::object(Json::encode($line['json'])) ?? []),
    };
}

function readModel(string $name, array $raw): mixed
{
    if ($name === 'WebhookEvent') {
        return typed(Model\WebhookEvents::read($raw), null);
    }
    $class = "Waymark\\Model\\$name";
    if (!class_exists($class)) {
        throw new Unsupported("no class $name");
    }
    return typed(new $class($raw), null);
}

/** @return list<string> */
function methods(): array
{
    $found = [];
    foreach ((new ReflectionClass(Waymark::class))->getProperties(ReflectionProperty::IS_PUBLIC) as $property) {
        foreach ((new ReflectionClass($property->getType()->getName()))->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
            if (!$method->isConstructor() && $method->getName() !== 'getAt') {
                $found[] = $property->getName() . '.' . $method->getName();
            }
        }
    }
    return $found;
}

function optionsOf(array $given, ?Response &$response): RequestOptions
{
    $end = isset($given['cancel_after_ms']) ? hrtime(true) + $given['cancel_after_ms'] * 1e6 : null;
    return new RequestOptions(
        apiKey: $given['api_key'] ?? null,
        baseUrl: $given['base_url'] ?? null,
        timeout: isset($given['timeout_ms']) ? $given['timeout_ms'] / 1000 : null,
        maxRetries: $given['max_retries'] ?? null,
        ifMatch: $given['if_match'] ?? null,
        idempotencyKey: $given['idempotency_key'] ?? null,
        headers: $given['headers'] ?? [],
        cancelled: $end === null ? null : fn () => hrtime(true) >= $end,
        onResponse: function (Response $one) use (&$response): void {
            $response = $one;
        },
    );
}

function called(Waymark $waymark, array $line, RequestOptions $options): mixed
{
    [$resource, $method] = explode('.', $line['call']);
    $args = $line['args'] ?? [];
    $given = $args['path'] ?? [];
    if (isset($line['with']['at'])) {
        return $waymark->$resource->{$method . 'At'}(...[...$given, $line['with']['at'], $options]);
    }
    $parameters = array_map(
        fn (ReflectionParameter $one) => $one->getName(),
        (new ReflectionMethod($waymark->$resource, $method))->getParameters(),
    );
    $named = ['options' => $options];
    foreach (['body', 'items'] as $name) {
        if (in_array($name, $parameters, true) && isset($args['body'])) {
            $named[$name] = $args['body'];
        }
    }
    if (in_array('file', $parameters, true)) {
        $named['file'] = Upload::fromPath($args['file'], $args['media_type'] ?? null);
    }
    if (in_array('query', $parameters, true)) {
        $named['query'] = $args['query'] ?? [];
    }
    foreach ($given as $index => $value) {
        $named[$parameters[$index]] = $value;
    }
    return $waymark->$resource->$method(...$named);
}

function valueOf(mixed $result, array $with): mixed
{
    if ($result instanceof Download) {
        return downloaded($result, $with['save'] ?? null);
    }
    if ($result instanceof Listing && ($with['pages'] ?? false)) {
        return array_map(fn ($page) => $page->raw['data'], iterator_to_array($result->pages(), false));
    }
    if (!$result instanceof Traversable) {
        return $result;
    }
    $items = [];
    foreach ($result as $item) {
        $items[] = $item;
        if (count($items) === ($with['take'] ?? null)) {
            break;
        }
    }
    return $items;
}

function downloaded(Download $file, ?string $path): array
{
    if ($path !== null) {
        $bytes = $file->save($path);
        return ['bytes' => $bytes, 'sha256' => hash_file('sha256', $path)];
    }
    $hash = hash_init('sha256');
    $bytes = 0;
    foreach ($file as $part) {
        hash_update($hash, $part);
        $bytes += strlen($part);
    }
    return ['bytes' => $bytes, 'sha256' => hash_final($hash)];
}

$waymark = new Waymark();
while (($text = fgets(STDIN)) !== false) {
    $response = null;
    try {
        $line = json_decode($text, true, 512, JSON_THROW_ON_ERROR);
        if (!str_contains($line['call'], '.')) {
            $line['json'] = json_decode($text)->json ?? null;
            $answer = special($line);
        } else {
            $line['args']['body'] = json_decode($text)->args->body ?? null;
            if ($line['args']['body'] instanceof stdClass) {
                $line['args']['body'] = get_object_vars($line['args']['body']);
            }
            $result = called($waymark, $line, optionsOf($line['options'] ?? [], $response));
            $answer = valueOf($result, $line['with'] ?? []);
        }
        if (($line['with']['raw'] ?? false) && $response !== null) {
            $answer = ['status' => $response->status, 'headers' => (object) $response->headers, 'value' => $answer];
        }
        $reply = ['ok' => true, 'value' => $answer];
    } catch (Throwable $error) {
        $reply = ['ok' => false, 'error' => problem($error)];
    }
    fwrite(STDOUT, Json::encode($reply) . "\n");
}
