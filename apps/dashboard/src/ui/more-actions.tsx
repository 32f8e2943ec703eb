import { KebabHorizontalIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { buttonClass } from './button';
import { Menu } from './menu';

/** The menu of a screen that shows one thing: what is done with it at times. */
export const MoreActions = ({ children }: { readonly children: ReactNode }) => (
  <Menu
    trigger={
      <button type="button" className={buttonClass('plain', 'icon')} aria-label="More actions">
        <KebabHorizontalIcon />
      </button>
    }
  >
    {children}
  </Menu>
);
