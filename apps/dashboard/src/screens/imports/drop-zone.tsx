import { UploadIcon } from '@primer/octicons-react';
import { type DragEvent, useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { useShortcuts } from '../../ui/shortcuts';

interface DropZoneProps {
  readonly refusal: string | undefined;
  readonly onFile: (file: File) => void;
}

/** Takes a file that is dropped or chosen. Nothing is sent yet. */
export const DropZone = ({ refusal, onFile }: DropZoneProps) => {
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const choose = (): void => input.current?.click();
  useShortcuts('Imports', [{ keys: 'n', label: 'Choose a file', run: () => refusal === undefined && choose() }]);
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    const file = event.dataTransfer.files[0];
    if (file && refusal === undefined) onFile(file);
  };
  return (
    <section
      aria-label="A new import"
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(refusal === undefined);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
      className={`flex flex-col items-center gap-2 rounded-[10px] border border-dashed px-4 py-8 text-center ${isOver ? 'border-accent bg-accent-soft' : 'border-control bg-sunken'}`}
    >
      <UploadIcon className="text-faint" size={20} />
      <p className="font-medium">Drop a file of links here</p>
      <Button refused={refusal} onClick={choose}>
        Choose a file
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl,text/csv,application/json,application/x-ndjson"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
      <p className="text-faint max-w-lg text-sm">
        {refusal ??
          'CSV or NDJSON of Waymark, Bitly, Dub, Kutt, Shlink or YOURLS, at most 256 MB and a million rows. You see what is in it before it is sent.'}
      </p>
    </section>
  );
};
