import { Button } from './button';

/** Beside the title of a form that begins with what was typed earlier. */
export const DraftNote = ({ onDrop }: { readonly onDrop: () => void }) => (
  <span className="text-faint flex items-center gap-1 text-sm">
    What you typed last time.
    <Button tone="quiet" size="sm" onClick={onDrop}>
      Start anew
    </Button>
  </span>
);
