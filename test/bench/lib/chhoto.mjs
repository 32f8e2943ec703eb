// Chhoto URL, the fastest shortener that we know, as a peer in the same run. Start it yourself, and say where it is:
// CHHOTO_URL=http://127.0.0.1:4567 CHHOTO_KEY=… npm run bench -- product
const { CHHOTO_URL, CHHOTO_KEY } = process.env;

/** Of its redirects, by default. */
export const STATUS = 308;

const create = async (body) => {
  const answer = await fetch(new URL('/api/new', CHHOTO_URL), {
    method: 'POST',
    headers: { 'x-api-key': CHHOTO_KEY },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`Chhoto: ${answer.status} ${await answer.text()}`);
};

/** With so many links of the slugs c0, c1 …; undefined when none is named. */
export const chhotoWith = async (links) => {
  if (!CHHOTO_URL) return undefined;
  for (let from = 0; from < links; from += 500)
    await create(
      Array.from({ length: Math.min(500, links - from) }, (_, n) => ({
        shortlink: `c${from + n}`,
        longlink: `https://example.com/some/path/${from + n}?a=b`,
      })),
    );
  return { port: Number(new URL(CHHOTO_URL).port), key: CHHOTO_KEY };
};
