<?php

// Uses the library by an HTTP client of PSR-18: `minimal`, or `guzzle` where it is installed. Prints what it got as JSON.

declare(strict_types=1);

use Waymark\Exception\ConnectionException;
use Waymark\Exception\NotFoundException;
use Waymark\Psr18Transport;
use Waymark\RequestOptions;
use Waymark\Upload;
use Waymark\Waymark;

require dirname(__DIR__) . '/autoload.php';
if ($argv[1] === 'guzzle') {
    require 'GuzzleHttp/autoload.php';
    $factory = new GuzzleHttp\Psr7\HttpFactory();
    $client = new GuzzleHttp\Client(['stream' => true]);
} else {
    require __DIR__ . '/psr.php';
    require __DIR__ . '/minimal.php';
    $factory = new Minimal\Factory();
    $client = new Minimal\Client();
}
$waymark = new Waymark(transport: new Psr18Transport($client, $factory, $factory));

$link = $waymark->links->create(['destination_url' => 'https://example.com/psr', 'tags' => ['psr', $argv[1]]]);
$said = ['tags' => $link->tags, 'title' => $waymark->links->update($link->id, ['title' => 'Été'])->title];

file_put_contents('links.csv', "destination_url,tags\nhttps://example.com/1,$argv[1]\nhttps://example.com/2,$argv[1]\n");
$import = $waymark->imports->create(Upload::fromPath('links.csv'));
while ($import->ended_at === null) {
    $import = $waymark->imports->get($import->id);
}
$said['imported'] = $import->created;

$said['listed'] = count(iterator_to_array($waymark->links->list(['tags' => [$argv[1]], 'limit' => 1])));
$visit = $waymark->redirects->follow($link->alias);
$said['visit'] = [$visit->status, $visit->location];
$waymark->links->export(['tags' => ['psr', $argv[1]], 'format' => 'ndjson'])->save('links.ndjson');
$said['exported'] = count(file('links.ndjson'));
$waymark->links->delete($link->id);
try {
    $waymark->links->get($link->id);
} catch (NotFoundException $error) {
    $said['gone'] = $error->errorCode;
}
try {
    $waymark->links->count(options: new RequestOptions(baseUrl: 'http://127.0.0.1:1', maxRetries: 0));
} catch (ConnectionException) {
    $said['unreachable'] = true;
}
echo json_encode($said, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
