import { escaped } from '@platform/pages';

/** The page of the reference. Its scripts are files, so that the policy can forbid scripts within pages. */
export const pageText = (title: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
  `<meta name="viewport" content="width=device-width,initial-scale=1">` +
  `<meta name="robots" content="noindex"><link rel="icon" href="data:,">` +
  `<title>${escaped(title)} API reference</title></head><body><div id="reference"></div>` +
  `<noscript><p>This page needs JavaScript. <a href="/openapi.json">The document</a> and ` +
  `<a href="/llms.txt">its text</a> do not.</p></noscript>` +
  `<script src="/docs/scalar.js"></script><script src="/docs/start.js"></script></body></html>\n`;

/**
 * What starts the viewer. Left to itself it asks hosts of its makers for fonts and other services; none of that is
 * wanted, and the policy of the page would refuse it.
 */
export const scriptText = (title: string): string => {
  const options = {
    url: '/docs/openapi.json',
    metaData: { title: `${title} API reference` },
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: 'never',
    // The samples of the document are those of our own libraries.
    hiddenClients: true,
  };
  return `Scalar.createApiReference('#reference', ${JSON.stringify(options)});\n`;
};
