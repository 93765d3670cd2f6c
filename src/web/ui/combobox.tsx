/** A select that can be searched by typing. Its form value is the id of what was chosen. Only admin pages load this. */
import { ComboBox, FieldError, Group, Input, Label, ListBox, ListBoxItem, Popover, Button as Trigger } from 'react-aria-components';
import { controlLook } from './field.tsx';
import { CheckIcon, ChevronIcon } from './icons.tsx';

export interface ComboboxItem {
  id: string;
  label: string;
}

interface ComboboxFieldProps {
  label: string;
  name: string;
  items: ComboboxItem[];
  defaultId?: string | undefined;
  placeholder: string;
  /** What stands in the list when nothing fits. */
  emptyLabel: string;
  openLabel: string;
  error?: string | undefined;
}

export function ComboboxField({ label, name, items, defaultId, placeholder, emptyLabel, openLabel, error }: ComboboxFieldProps) {
  return (
    <ComboBox
      name={name}
      formValue="key"
      menuTrigger="focus"
      allowsEmptyCollection
      defaultItems={items}
      {...(defaultId && { defaultSelectedKey: defaultId })}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className="flex flex-col gap-1.5"
    >
      <Label className="text-small font-[560]">{label}</Label>
      <Group className="relative">
        <Input placeholder={placeholder} className={`${controlLook} pr-11`} />
        <Trigger
          aria-label={openLabel}
          className="absolute inset-y-1 right-1 inline-flex w-9 items-center justify-center rounded-small text-soft hover:bg-line/60"
        >
          <ChevronIcon />
        </Trigger>
      </Group>
      <FieldError className="text-small text-danger">{error}</FieldError>
      <Popover offset={6} className="w-(--trigger-width) overflow-hidden rounded-card border border-line bg-raised shadow-float">
        <ListBox
          className="max-h-72 overflow-y-auto p-1.5 outline-none"
          renderEmptyState={() => <p className="px-3 py-2 text-soft">{emptyLabel}</p>}
        >
          {(item: ComboboxItem) => (
            <ListBoxItem
              id={item.id}
              textValue={item.label}
              className="group flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 outline-none data-focused:bg-line/60"
            >
              <span className="grow">{item.label}</span>
              <CheckIcon className="invisible group-data-selected:visible" />
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
