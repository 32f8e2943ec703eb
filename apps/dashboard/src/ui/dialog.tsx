import { Dialog as Base } from '@base-ui/react/dialog';
import { XIcon } from '@primer/octicons-react';
import { type ReactNode, type RefObject, useState } from 'react';
import type { Problem } from '../api/problem';
import { Button, buttonClass, type Tone } from './button';
import { ProblemNote } from './states';

interface ModalProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  readonly footer?: ReactNode;
  readonly width?: 'sm' | 'md' | 'lg';
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** Something in it would be lost: neither Escape nor a click beside it closes it. */
  readonly keepsOpen?: boolean;
}

const WIDTHS = { sm: 'max-w-[420px]', md: 'max-w-[560px]', lg: 'max-w-[760px]' };

/** Closes by Escape, by a click beside it and by its button; focus goes in, and back to where it came from. */
export const Modal = ({ open, onClose, width = 'sm', keepsOpen = false, ...rest }: ModalProps) => (
  <Base.Root
    open={open}
    onOpenChange={(next, { reason }) => {
      if (next || (keepsOpen && reason !== 'close-press')) return;
      onClose();
    }}
  >
    <Base.Portal>
      <Base.Backdrop className="bg-scrim fixed inset-0 z-40 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
      <Base.Popup
        {...(rest.initialFocus && { initialFocus: rest.initialFocus })}
        className={`bg-raised border-line shadow-lift fixed top-[10vh] left-1/2 z-50 flex max-h-[80vh] w-[calc(100vw-24px)] ${WIDTHS[width]} -translate-x-1/2 flex-col rounded-xl border transition-[opacity,translate] outline-none data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0`}
      >
        <div className="flex items-start gap-3 px-5 pt-4 pb-1">
          <div className="min-w-0 flex-1">
            <Base.Title className="text-lg font-semibold">{rest.title}</Base.Title>
            {rest.description !== undefined && (
              <Base.Description className="text-soft mt-0.5">{rest.description}</Base.Description>
            )}
          </div>
          {!keepsOpen && (
            <Base.Close className={`${buttonClass('quiet', 'icon')} -mr-2`} aria-label="Close">
              <XIcon />
            </Base.Close>
          )}
        </div>
        {/* Reachable by Tab, for it scrolls. */}
        <div tabIndex={-1} className="min-h-0 overflow-y-auto px-5 py-3">
          {rest.children}
        </div>
        {rest.footer !== undefined && (
          <div className="border-line flex flex-wrap justify-end gap-2 border-t px-5 py-3">{rest.footer}</div>
        )}
      </Base.Popup>
    </Base.Portal>
  </Base.Root>
);

interface ConfirmProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly action: string;
  readonly tone?: Tone;
  readonly busy: boolean;
  readonly problem: Problem | null;
  readonly onConfirm: () => void;
  /** What has to be typed first, where a mistake costs much. */
  readonly typed?: string | undefined;
}

/** What somebody sees and can type of a text: not two blanks in a row, nor characters without a shape. */
const seen = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** Asks before something that hurts. */
export const Confirm = ({ open, onClose, title, action, tone = 'danger', typed, ...rest }: ConfirmProps) => {
  const [text, setText] = useState('');
  const matches = typed === undefined || seen(text) === seen(typed);
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone={tone}
            busy={rest.busy}
            refused={matches ? undefined : 'Type the name first'}
            onClick={rest.onConfirm}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className="text-soft space-y-3">
        {rest.children}
        {typed !== undefined && (
          <label className="block">
            <span className="text-ink">
              Type <strong className="font-semibold select-all">{typed}</strong> to go on
            </span>
            <input
              value={text}
              onChange={(event) => setText(event.target.value)}
              className="border-control bg-bg text-ink mt-1 h-8 w-full rounded-md border px-2.5"
            />
          </label>
        )}
        {rest.problem && <ProblemNote problem={rest.problem} />}
      </div>
    </Modal>
  );
};
