import { Dialog } from '@base-ui/react/dialog';
import { type Commands, Content } from './navigation';

interface DrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly commands: Commands;
}

/** The menu of narrow screens. */
export const Drawer = ({ open, onClose, commands }: DrawerProps) => (
  <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
    <Dialog.Portal>
      <Dialog.Backdrop className="bg-scrim fixed inset-0 z-40" />
      <Dialog.Popup
        className="bg-sunken border-line fixed inset-y-0 left-0 z-50 flex w-[264px] flex-col border-r p-3 outline-none"
        onClick={(event) => event.target instanceof Element && event.target.closest('a') && onClose()}
      >
        <Dialog.Title className="sr-only">Menu</Dialog.Title>
        <Content commands={commands} onLeave={onClose} />
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
);
