import { useState } from 'react';
import { Button } from '../../ui/button';
import { Modal } from '../../ui/dialog';
import type { CreatedApiKey } from './key-queries';

/** A new key in full. It closes by its button alone, and only once the key is copied. */
export const SecretDialog = ({
  created,
  onClose,
}: {
  readonly created: CreatedApiKey;
  readonly onClose: () => void;
}) => {
  const [copied, setCopied] = useState(false);
  const copy = (): void =>
    void navigator.clipboard.writeText(created.key).then(
      () => setCopied(true),
      // Without a clipboard it is selected, to be copied by hand.
      () => {
        const range = document.createRange();
        const shown = document.getElementById('new-key-value');
        if (shown) range.selectNodeContents(shown);
        getSelection()?.removeAllRanges();
        getSelection()?.addRange(range);
        setCopied(true);
      },
    );
  return (
    <Modal
      open
      keepsOpen
      onClose={onClose}
      title={`The key “${created.name}”`}
      description="It is shown this once. Waymark keeps only a fingerprint of it."
      width="md"
      footer={
        <>
          <Button tone={copied ? 'plain' : 'primary'} onClick={copy}>
            {copied ? 'Copied' : 'Copy key'}
          </Button>
          <Button
            tone={copied ? 'primary' : 'plain'}
            refused={copied ? undefined : 'Copy the key first'}
            onClick={onClose}
          >
            Done
          </Button>
        </>
      }
    >
      <code
        id="new-key-value"
        className="border-line bg-sunken block rounded-lg border p-3 font-mono text-sm select-all"
      >
        {created.key}
      </code>
    </Modal>
  );
};
