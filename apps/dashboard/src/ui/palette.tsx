import { Dialog } from '@base-ui/react/dialog';
import { SearchIcon } from '@primer/octicons-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Key } from './button';
import { takeLetters } from './early-letters';
import type { Commands } from './navigation';
import { type Entry, useEntries } from './palette-entries';

interface PaletteProps {
  readonly onClose: () => void;
  readonly commands: Commands;
}

/** Screens, links and actions by their names. A URL is shortened, with its scheme or without; a short URL and an id are opened. */
export const Palette = ({ onClose, commands }: PaletteProps) => {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const entries = useEntries(text.trim(), commands);
  const index = Math.min(chosen, entries.length - 1);
  const list = useListShowing(index);
  // By the dialog, which gives the focus back then: what takes it at once is all that the dialog would know of.
  const input = useRef<HTMLInputElement>(null);
  useKeptFocus(input);
  const run = (entry: Entry | undefined): void => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen((index + step + entries.length) % Math.max(1, entries.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(entries[index]);
    }
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="bg-scrim fixed inset-0 z-40" />
        <Dialog.Popup
          initialFocus={input}
          className="bg-raised border-line shadow-lift fixed top-[12vh] left-1/2 z-50 flex max-h-[70vh] w-[min(620px,calc(100vw-24px))] -translate-x-1/2 flex-col rounded-xl border outline-none"
        >
          <Dialog.Title className="sr-only">Search and commands</Dialog.Title>
          <div className="border-line flex items-center gap-3 border-b px-4">
            <SearchIcon className="text-faint" />
            <input
              ref={input}
              role="combobox"
              aria-expanded="true"
              aria-controls={`${id}-list`}
              aria-activedescendant={index >= 0 ? `${id}-${index}` : undefined}
              aria-label="Search links, screens and commands, or paste a URL or an id"
              placeholder="Search links and commands, or paste a URL or an id"
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setChosen(0);
              }}
              onFocus={() => {
                const early = takeLetters();
                if (early !== '') setText((now) => now + early);
              }}
              onKeyDown={onKeyDown}
              className="h-12 min-w-0 flex-1 bg-transparent text-lg outline-none"
            />
          </div>
          <ul
            ref={list}
            id={`${id}-list`}
            role="listbox"
            aria-label="Results"
            className="min-h-0 overflow-y-auto p-1.5"
          >
            {entries.map((entry, at) => (
              <Option
                key={entry.id}
                id={`${id}-${at}`}
                entry={entry}
                isChosen={at === index}
                onChoose={() => setChosen(at)}
                onRun={() => run(entry)}
              />
            ))}
          </ul>
          {entries.length === 0 && <p className="text-soft px-4 pb-4">Nothing has this name.</p>}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

/** A screen that arrives behind the palette would take the focus from it by a field of its own. */
const useKeptFocus = (field: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      const popup = field.current?.closest('[role=dialog]');
      if (popup && target instanceof Node && !popup.contains(target)) field.current?.focus();
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [field]);
};

/** A list that scrolls to one of its entries. */
const useListShowing = (index: number) => {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }, [index]);
  return list;
};

interface OptionProps {
  readonly id: string;
  readonly entry: Entry;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onRun: () => void;
}

const Option = ({ id, entry, isChosen, onChoose, onRun }: OptionProps) => (
  <li
    id={id}
    role="option"
    aria-selected={isChosen}
    onPointerMove={onChoose}
    onClick={onRun}
    className="aria-selected:bg-hover flex min-h-10 cursor-default items-center gap-3 rounded-md px-2.5 py-1.5"
  >
    <span className="text-faint grid w-4 place-items-center">{entry.icon}</span>
    <span className="min-w-0 flex-1">
      <span className="block truncate">{entry.label}</span>
      {entry.note !== undefined && <span className="text-faint block truncate text-sm">{entry.note}</span>}
    </span>
    {entry.keys?.split(' ').map((key) => (
      <Key key={key}>{key.toUpperCase()}</Key>
    ))}
  </li>
);
