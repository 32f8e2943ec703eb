import { Tabs } from '@base-ui/react/tabs';

/** The languages that a text is there in, as the tabs above it. */
export const Languages = ({
  of,
}: {
  readonly of: readonly (readonly [value: string, label: string, ...unknown[]])[];
}) => (
  <Tabs.List className="flex flex-1 gap-1" aria-label="Language">
    {of.map(([value, label]) => (
      <Tabs.Tab
        key={value}
        value={value}
        className="text-soft aria-selected:bg-hover aria-selected:text-ink hover:text-ink h-7 rounded-md px-2 text-sm font-medium"
      >
        {label}
      </Tabs.Tab>
    ))}
  </Tabs.List>
);
