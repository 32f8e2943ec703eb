import { Resvg } from '@resvg/resvg-js';
import { HttpProblem } from '@platform/http';
import { QrDrawing } from './qr-drawing';

const drawing = new QrDrawing();
afterAll(() => drawing.onApplicationShutdown());

const LOGO = new Resvg(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
)
  .render()
  .asPng();

const LOOK = { format: 'png', size: 600, level: 'M', margin: 2, fg_color: '#000000', bg_color: '#ffffff' } as const;

it('has a thread for an image of one workspace, however many logos another one sends', async () => {
  const logos = Array.from({ length: 80 }, () => drawing.logo(LOGO, 'ws_1').then(() => 200, codeOf));
  const asked = { workspaceId: 'ws_2', ifNoneMatch: undefined, gone: new AbortController().signal };
  expect(await drawing.answer('https://example.com', LOOK, asked)).toMatchObject({ options: { status: 200 } });
  expect(await Promise.all(logos)).toContain('rate_limited');
});

const codeOf = (error: unknown) => (error instanceof HttpProblem ? error.code : String(error));
