<?php

declare(strict_types=1);

namespace Waymark;

use Waymark\Exception\WaymarkException;

/**
 * A list in pages. Iterating yields the items of all pages, each page fetched when it is needed.
 *
 * @template Item of Model
 * @template Page of Model
 * @implements \IteratorAggregate<int, Item>
 */
final readonly class Listing implements \IteratorAggregate
{
    /**
     * @param bool $byCursor Whether the list can be read by cursor.
     * @param \Closure(array<string, mixed>): Item $makeItem
     * @param \Closure(array<string, mixed>): Page $makePage
     */
    public function __construct(
        private Client $client,
        private Call $call,
        private bool $byCursor,
        private \Closure $makeItem,
        private \Closure $makePage,
        private ?RequestOptions $options,
    ) {
    }

    /**
     * The page that the query asks for: the first one, unless it has `page` or `cursor`. Its `meta` has the cursor of the
     * next one where the list can be read by cursor.
     *
     * @return Page
     * @throws WaymarkException
     */
    public function first(): Model
    {
        return ($this->makePage)($this->client->json($this->firstCall(), $this->options));
    }

    /**
     * @return \Generator<int, Page>
     * @throws WaymarkException
     */
    public function pages(): \Generator
    {
        foreach ($this->rawPages() as $raw) {
            yield ($this->makePage)($raw);
        }
    }

    /** @return \Generator<int, Item> */
    public function getIterator(): \Generator
    {
        $index = 0;
        foreach ($this->rawPages() as $raw) {
            foreach (Cast::list($raw['data'] ?? null) as $item) {
                yield $index++ => ($this->makeItem)(Cast::map($item));
            }
        }
    }

    /** By cursor where the list has one and nothing asks for numbered pages. */
    private function firstCall(): Call
    {
        $query = $this->call->query;
        $sorted = ($query['sort'] ?? 'created_at') !== 'created_at';
        $numbered = !$this->byCursor || isset($query['page']) || $sorted;
        return $numbered || isset($query['cursor']) ? $this->call : $this->call->withQuery(['cursor' => '']);
    }

    /** @return \Generator<int, array<string, mixed>> */
    private function rawPages(): \Generator
    {
        $call = $this->firstCall();
        $byCursor = $this->byCursor && isset($call->query['cursor']);
        while (true) {
            $raw = $this->client->json($call, $this->options);
            yield $raw;
            $meta = Cast::map($raw['meta'] ?? null);
            if ($byCursor) {
                if (!isset($meta['next_cursor'])) {
                    return;
                }
                $call = $call->withQuery(['cursor' => Cast::string($meta['next_cursor'])]);
                continue;
            }
            [$page, $limit, $count] = [Cast::int($meta['page'] ?? 1), Cast::int($meta['limit'] ?? 0), count($raw['data'] ?? [])];
            // A total that is a minimum does not say where the list ends.
            $isMinimum = ($meta['total_is'] ?? null) === 'minimum';
            if ($count === 0 || ($isMinimum ? $count < $limit : $page * $limit >= Cast::int($meta['total'] ?? 0))) {
                return;
            }
            $call = $call->withQuery(['page' => $page + 1]);
        }
    }
}
