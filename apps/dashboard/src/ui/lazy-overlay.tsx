import { type ComponentType, lazy, type LazyExoticComponent, useEffect } from 'react';
import { toast } from './toast';

interface OverlayProps {
  /** Absent where it is open as long as it is there. */
  readonly open?: boolean;
  readonly onClose: () => void;
}

const NotLoaded = ({ open = true, onClose }: OverlayProps) => {
  useEffect(() => {
    if (!open) return;
    toast('This could not be loaded', { tone: 'bad', description: 'Load the page again.' });
    onClose();
  }, [open, onClose]);
  return null;
};

/**
 * What opens over a screen, loaded when it is first opened. Where its file does not come, as after an upgrade of the
 * server, it says so and closes: the screen below keeps what is typed.
 */
export const lazyOverlay = <P extends OverlayProps>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> =>
  lazy(() =>
    load().then(
      (component) => ({ default: component }),
      () => ({ default: NotLoaded as ComponentType<P> }),
    ),
  );
