import { BookmarkIcon, TrashIcon } from '@primer/octicons-react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { FormModal } from '../../ui/form-modal';
import { TextField } from '../../ui/fields';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../../ui/menu';
import { isSame, keepViews, savedViews } from './saved-views';
import { type FiltersProps, NO_FILTERS } from './search';

const NO_ORDER = { sort: undefined, order: undefined };

/** Filters and their order under names, to come back to. */
export const Views = ({ search, onSearch }: FiltersProps) => {
  const [views, setViews] = useState(savedViews);
  const [naming, setNaming] = useState(false);
  const current = views.find((view) => isSame(view.search, search));
  const keep = (next: typeof views): void => {
    keepViews(next);
    setViews(next);
  };
  return (
    <>
      <Menu
        trigger={
          <Button tone="quiet" icon={<BookmarkIcon />} aria-label={`Views${current ? `: ${current.name}` : ''}`}>
            <span className="hidden sm:inline">{current?.name ?? 'Views'}</span>
          </Button>
        }
      >
        {views.length > 0 && (
          <>
            <MenuChoice
              value={current?.name ?? ''}
              options={views.map(({ name }) => [name, name] as const)}
              onChange={(name) =>
                onSearch({ ...NO_FILTERS, ...NO_ORDER, ...views.find((view) => view.name === name)?.search })
              }
            />
            <MenuSeparator />
          </>
        )}
        {current ? (
          <MenuItem icon={<TrashIcon />} onSelect={() => keep(views.filter((view) => view !== current))}>
            Forget “{current.name}”
          </MenuItem>
        ) : (
          <MenuItem
            icon={<BookmarkIcon />}
            refused={Object.keys(search).length > 0 ? undefined : 'Filter the list first'}
            onSelect={() => setNaming(true)}
          >
            Save this view…
          </MenuItem>
        )}
      </Menu>
      {naming && (
        <NameDialog
          onClose={() => setNaming(false)}
          onName={(name) => keep([...views.filter((view) => view.name !== name), { name, search }])}
        />
      )}
    </>
  );
};

const NameDialog = ({ onClose, onName }: { readonly onClose: () => void; readonly onName: (name: string) => void }) => {
  const [name, setName] = useState('');
  const input = useRef<HTMLInputElement>(null);
  return (
    <FormModal
      title="Save this view"
      description="This browser remembers it. A view of the same name is replaced."
      action="Save view"
      refusal={name.trim() === '' ? 'Type a name first' : undefined}
      first={input}
      onSubmit={() => {
        onName(name.trim());
        onClose();
      }}
      onClose={onClose}
    >
      <TextField
        ref={input}
        label="Name"
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormModal>
  );
};
