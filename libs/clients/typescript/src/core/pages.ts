/** What the pages of all lists have in common. */
interface Page<Item> {
  readonly data: readonly Item[];
  readonly meta: {
    readonly page?: number;
    readonly limit?: number;
    readonly total?: number;
    readonly total_is?: string;
    readonly next_cursor?: string | null;
  };
}

type Query = Readonly<Record<string, unknown>>;

/**
 * A list. `for await` gives its items, and asks for further pages as they are needed; so does `pages()` with whole
 * pages.
 */
export class Pages<Item, List> implements AsyncIterable<Item> {
  readonly #query: Query;
  readonly #byCursor: boolean;
  readonly #ask: (query: Query) => Promise<List>;

  constructor(query: Query, byCursor: boolean, ask: (query: Query) => Promise<List>) {
    this.#ask = ask;
    this.#byCursor = byCursor && !isGiven(query, 'page') && (query['sort'] ?? 'created_at') === 'created_at';
    this.#query = this.#byCursor && !isGiven(query, 'cursor') ? { ...query, cursor: '' } : query;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* (page as Page<Item>).data;
  }

  /** The pages as the API answers them. */
  async *pages(): AsyncGenerator<List, void, undefined> {
    for (let query: Query | undefined = this.#query; query;) {
      const page = await this.#ask(query);
      yield page;
      query = this.#after(page as Page<Item>);
    }
  }

  /** Only the first page. */
  firstPage(): Promise<List> {
    return this.#ask(this.#query);
  }

  /** All items, in memory. */
  async all(): Promise<Item[]> {
    const items: Item[] = [];
    for await (const item of this) items.push(item);
    return items;
  }

  #after({ data, meta }: Page<Item>): Query | undefined {
    if (this.#byCursor) return meta.next_cursor ? { ...this.#query, cursor: meta.next_cursor } : undefined;
    const { page = 1, limit = data.length, total = 0 } = meta;
    const isMore = data.length > 0 && (meta.total_is === 'minimum' ? data.length === limit : page * limit < total);
    return isMore ? { ...this.#query, page: page + 1 } : undefined;
  }
}

const isGiven = (query: Query, name: string): boolean => query[name] !== undefined && query[name] !== null;
