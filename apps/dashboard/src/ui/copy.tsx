import { CheckIcon, CopyIcon } from '@primer/octicons-react';
import { useEffect, useState } from 'react';
import { buttonClass } from './button';

/** The clipboard is absent on plain http, but for localhost: then the text is selected for a copy by hand. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const before = document.activeElement;
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    if (before instanceof HTMLElement) before.focus();
    return copied;
  }
};

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly small?: boolean;
  readonly onCopied?: () => void;
}

export const CopyButton = ({ text, label, small = false, onCopied }: CopyButtonProps) => {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 1_500);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <button
      type="button"
      aria-label={copied ? 'Copied' : label}
      title={label}
      className={small ? `${buttonClass('quiet', 'icon')} size-6!` : buttonClass('quiet', 'icon')}
      onClick={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void copyText(text).then((done) => {
          setCopied(done);
          if (done) onCopied?.();
        });
      }}
    >
      {copied ? <CheckIcon className="text-good" size={small ? 12 : 16} /> : <CopyIcon size={small ? 12 : 16} />}
    </button>
  );
};
