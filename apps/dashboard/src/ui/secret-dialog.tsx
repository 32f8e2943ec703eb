import { type ReactNode, useId, useState } from 'react';
import { Button } from './button';
import { copyText } from './copy';
import { Modal } from './dialog';

interface SecretDialogProps {
  readonly title: string;
  readonly description: ReactNode;
  /** What it is: `key`, `secret`. */
  readonly noun: string;
  readonly value: string;
  readonly id?: string;
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

const select = (id: string): void => {
  const range = document.createRange();
  const shown = document.getElementById(id);
  if (shown) range.selectNodeContents(shown);
  getSelection()?.removeAllRanges();
  getSelection()?.addRange(range);
};

/** What is shown this once. It closes by its button alone, and only once it is copied. */
export const SecretDialog = ({ title, description, noun, value, children, onClose, ...given }: SecretDialogProps) => {
  const [copied, setCopied] = useState(false);
  const own = useId();
  const id = given.id ?? own;
  const copy = (): void =>
    void copyText(value).then((done) => {
      // Without a clipboard it is selected, to be copied by hand.
      if (!done) select(id);
      setCopied(true);
    });
  return (
    <Modal
      open
      keepsOpen
      onClose={onClose}
      title={title}
      description={description}
      width="md"
      footer={
        <>
          <Button tone={copied ? 'plain' : 'primary'} onClick={copy}>
            {copied ? 'Copied' : `Copy ${noun}`}
          </Button>
          <Button
            tone={copied ? 'primary' : 'plain'}
            refused={copied ? undefined : `Copy the ${noun} first`}
            onClick={onClose}
          >
            Done
          </Button>
        </>
      }
    >
      <code id={id} className="border-line bg-sunken block rounded-lg border p-3 font-mono text-sm select-all">
        {value}
      </code>
      {children}
    </Modal>
  );
};
