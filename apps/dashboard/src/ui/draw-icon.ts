import { createElement, type ReactNode, type Ref, type SVGProps } from 'react';

interface IconProps extends SVGProps<SVGSVGElement> {
  readonly size?: number;
}

type Drawings = Readonly<Record<string, { readonly width: number; readonly path: ReactNode }>>;

/** Draws an icon of the package, in the place of its own function: of one natural size, and read out if it has a label. */
export const t = (
  { size = 16, className, ...rest }: IconProps,
  ref: Ref<SVGSVGElement>,
  _name: string,
  drawings: Drawings,
): ReactNode => {
  const { width = 16, path } = drawings['16'] ?? {};
  return createElement(
    'svg',
    {
      ref,
      ...(rest['aria-label'] === undefined ? { 'aria-hidden': true } : { role: 'img' }),
      focusable: false,
      viewBox: `0 0 ${width} 16`,
      width: (size * width) / 16,
      height: size,
      fill: 'currentColor',
      className,
      style: { verticalAlign: 'text-bottom' },
      ...rest,
    },
    path,
  );
};
