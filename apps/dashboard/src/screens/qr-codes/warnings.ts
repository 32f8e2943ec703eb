import type { Fields } from './fields';

export interface Warning {
  /** Whether the API refuses it. */
  readonly isFatal: boolean;
  readonly text: string;
}

/** Perceived brightness as the API has it, 0 to 255. */
const luma = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return Math.round(0.2126 * red + 0.7152 * green + 0.0722 * blue);
};

/** The API refuses what is lighter, or closer together. */
const DARKEST = 127;
const CONTRAST = 100;
/** Below it some cameras fail in poor light. */
const GOOD_CONTRAST = 150;
/** Empty modules that the standard asks for. */
const QUIET = 4;

const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

const colorWarnings = (dark: number, light: number): readonly Warning[] => {
  if (dark > DARKEST) return [{ isFatal: true, text: 'Too light: readers expect dark modules on a light ground.' }];
  if (light - dark < CONTRAST)
    return [{ isFatal: true, text: 'Too little contrast: readers cannot tell the modules.' }];
  return light - dark < GOOD_CONTRAST
    ? [{ isFatal: false, text: 'The contrast is little: some cameras fail in poor light.' }]
    : [];
};

/** What may keep cameras from reading it. */
export const warningsOf = ({ fg_color, bg_color, margin, level, logo_url, size }: Fields): readonly Warning[] => {
  if (!isColor(fg_color) || !isColor(bg_color)) return [{ isFatal: true, text: 'Colours are written as #1a2b3c.' }];
  const [dark, light] = [luma(fg_color), luma(bg_color)];
  return [
    ...colorWarnings(dark, light),
    ...(Number(margin) < QUIET
      ? [
          {
            isFatal: false,
            text:
              Number(margin) === 0
                ? 'Without a margin it is read only on a plain ground of the light colour.'
                : `The standard asks for ${QUIET} empty modules around it. Fewer do on a plain, light ground.`,
          },
        ]
      : []),
    ...(logo_url.trim() !== '' && (level === 'L' || level === 'M')
      ? [{ isFatal: true, text: 'A logo covers modules: it needs error correction Q or H.' }]
      : []),
    ...(Number(size) < 200 ? [{ isFatal: false, text: 'So few pixels blur in print and on dense screens.' }] : []),
  ];
};
