import { useState } from 'react';
import { ComboboxField } from '../../kit/combobox.tsx';
import { PasswordField, SelectField, SwitchField, TextArea, TextField } from '../../kit/field.tsx';
import { Listbox, Option } from '../../kit/listbox.tsx';
import { Stepper } from '../../kit/stepper.tsx';
import { Example, Section } from './example.tsx';

const ITEMS = ['Audio', 'Bags', 'Cameras', 'Furniture', 'Garden', 'Kitchen'].map((label) => ({ id: label.toLowerCase(), label }));

function StepperExample({ name, size, isDisabled }: { name: string; size?: 'medium' | 'large'; isDisabled?: boolean }) {
  const [value, setValue] = useState(1);
  return (
    <Stepper
      label={name}
      decreaseLabel={`Decrease quantity: ${name}`}
      increaseLabel={`Increase quantity: ${name}`}
      value={value}
      min={1}
      max={9}
      {...(size && { size })}
      {...(isDisabled && { isDisabled })}
      onChange={setValue}
    />
  );
}

export function Fields() {
  return (
    <Section title="Fields">
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        <TextField label="Text" name="text" placeholder="Something" />
        <TextField label="With a hint" name="hint" hint="What it is for" />
        <TextField label="With an error" name="error" defaultValue="wrong" error="Use at least 8 characters" />
        <TextField label="Disabled" name="disabled" defaultValue="can't be changed" disabled />
        <PasswordField label="Password" name="password" showLabel="Show" hideLabel="Hide" hint="At least 8 characters" />
        <SelectField label="One of a few" name="select">
          <option>No</option>
          <option>Yes</option>
        </SelectField>
        <ComboboxField
          label="One of many"
          name="combobox"
          items={ITEMS}
          defaultId="bags"
          placeholder="Choose"
          listLabel="Things"
          emptyLabel="No match"
        />
        <ComboboxField
          label="One of many, with an error"
          name="combobox-error"
          items={ITEMS}
          placeholder="Choose"
          listLabel="More things"
          emptyLabel="No match"
          error="This field is required"
        />
        <TextArea label="Long text" name="area" rows={3} defaultValue="More than a line" />
        <SwitchField label="On or off" name="switch" hint="What that means" defaultChecked />
        <SwitchField label="Off" name="switch-off" hint="What that means" />
      </div>
      <Example name="Listbox">
        <div className="relative h-40 w-72">
          <Listbox label="A list of things">
            {ITEMS.slice(0, 3).map(({ id, label }, index) => (
              <Option
                key={id}
                id={`option-${id}`}
                isActive={index === 1}
                isSelected={index === 2}
                onClick={() => undefined}
                onPointerMove={() => undefined}
              >
                {label}
              </Option>
            ))}
          </Listbox>
        </div>
      </Example>
      <Example name="Stepper: medium, large, disabled">
        <StepperExample name="medium" />
        <StepperExample name="large" size="large" />
        <StepperExample name="disabled" isDisabled />
      </Example>
    </Section>
  );
}
