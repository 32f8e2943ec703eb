import { Menu as Base } from '@base-ui/react/menu';
import { CheckIcon } from '@primer/octicons-react';
import type { ReactElement, ReactNode } from 'react';
import { Key } from './button';

const POPUP =
  'bg-raised border-line shadow-lift max-h-[min(440px,var(--available-height))] min-w-[200px] overflow-y-auto rounded-lg ' +
  'border p-1 outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0';
const ITEM =
  'flex min-h-8 w-full cursor-default items-center gap-2 rounded-md px-2 py-1 text-left outline-none select-none ' +
  'data-highlighted:bg-hover data-disabled:text-faint data-disabled:cursor-not-allowed';

interface MenuProps {
  /** A button: it opens the menu. */
  readonly trigger: ReactElement;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
  readonly isOpenAtFirst?: boolean;
}

export const Menu = ({ trigger, children, align = 'end', isOpenAtFirst = false }: MenuProps) => (
  <Base.Root defaultOpen={isOpenAtFirst}>
    <Base.Trigger render={trigger} />
    {/* What lies outside of the page's landmarks is one itself. */}
    <Base.Portal render={<section aria-label="Menu" />}>
      {/* Whole, while the one of Base UI has a hole for the trigger: nothing but the menu can be reached. */}
      <Base.Backdrop className="fixed inset-0 z-40" />
      <Base.Positioner align={align} sideOffset={4} className="z-50">
        <Base.Popup className={POPUP}>{children}</Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
);

interface ItemProps {
  readonly children: ReactNode;
  readonly icon?: ReactNode;
  readonly hint?: string;
  readonly isDangerous?: boolean;
  readonly refused?: string | undefined;
  readonly onSelect: () => void;
}

export const MenuItem = ({ children, icon, hint, isDangerous = false, refused, onSelect }: ItemProps) => (
  <Base.Item
    className={`${ITEM} ${isDangerous ? 'text-bad' : ''}`}
    disabled={refused !== undefined}
    title={refused}
    onClick={onSelect}
  >
    {icon !== undefined && <span className="text-faint grid w-4 place-items-center">{icon}</span>}
    <span className="flex-1">{children}</span>
    {hint !== undefined && <Key>{hint}</Key>}
  </Base.Item>
);

export const MenuSeparator = () => <Base.Separator className="bg-line -mx-1 my-1 h-px" />;

interface ChoiceProps<T extends string> {
  readonly value: T;
  readonly options: readonly (readonly [value: T, label: string, hint?: string])[];
  readonly onChange: (value: T) => void;
  readonly label?: string;
  readonly staysOpen?: boolean;
}

export const MenuChoice = <T extends string>({
  value,
  options,
  onChange,
  label,
  staysOpen = false,
}: ChoiceProps<T>) => (
  <Base.RadioGroup value={value} onValueChange={(next) => onChange(next as T)}>
    {label !== undefined && (
      <Base.Group>
        <Base.GroupLabel className="text-faint px-2 py-1 text-xs">{label}</Base.GroupLabel>
      </Base.Group>
    )}
    {options.map(([option, text, hint]) => (
      <Base.RadioItem key={option} value={option} closeOnClick={!staysOpen} className={ITEM}>
        <span className="grid w-4 place-items-center">
          <Base.RadioItemIndicator>
            <CheckIcon size={14} />
          </Base.RadioItemIndicator>
        </span>
        <span className="flex-1">{text}</span>
        {hint !== undefined && <Key>{hint}</Key>}
      </Base.RadioItem>
    ))}
  </Base.RadioGroup>
);

interface CheckProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

/** Stays open, so that several can be chosen at once. */
export const MenuCheck = ({ checked, onChange, children }: CheckProps) => (
  <Base.CheckboxItem checked={checked} onCheckedChange={onChange} closeOnClick={false} className={ITEM}>
    <span className="grid w-4 place-items-center">
      <Base.CheckboxItemIndicator>
        <CheckIcon size={14} />
      </Base.CheckboxItemIndicator>
    </span>
    <span className="flex-1">{children}</span>
  </Base.CheckboxItem>
);
