/** A product's category: one of the list, or a new one, which is created with the product. */
import { useState } from 'react';
import { CATEGORY_NAME_MAX_LENGTH } from '../../../contract/limits.ts';
import { Button } from '../../kit/button.tsx';
import { ComboboxField } from '../../kit/combobox.tsx';
import { TextField } from '../../kit/field.tsx';
import type { FormState } from '../../shared/hooks/use-form.ts';
import { type NamedCategory, ParentField, toCategoryItems } from '../parts/category-fields.tsx';
import { productForm as words } from './messages.ts';

interface CategoryFieldProps {
  categories: NamedCategory[];
  /** The id of the chosen category; when it changes, the field is reset to it. */
  value: string | undefined;
  /** Only when creating a product. */
  canCreate: boolean;
  errors: FormState['errors'];
}

/** Name of the field of a new category. */
export const NEW_CATEGORY_FIELD = 'newCategory';
export const NEW_CATEGORY_PARENT_FIELD = 'newCategoryParent';

export function CategoryField({ categories, value, canCreate, errors }: CategoryFieldProps) {
  // Where there is only one, nearly every product is in it.
  const only = canCreate && categories.length === 1 ? categories[0]?._id : undefined;
  const [isNew, setIsNew] = useState(canCreate && categories.length === 0);
  if (isNew) {
    return (
      <div className="flex flex-col items-start gap-2">
        <TextField
          className="w-full"
          label={words.newCategory}
          hint={words.newCategoryHint}
          name={NEW_CATEGORY_FIELD}
          error={errors[NEW_CATEGORY_FIELD] ?? errors.category}
          maxLength={CATEGORY_NAME_MAX_LENGTH}
          required
          autoComplete="off"
          autoFocus={categories.length > 0}
        />
        {categories.length > 0 && (
          <div className="w-full">
            <ParentField categories={categories} name={NEW_CATEGORY_PARENT_FIELD} error={errors.parent} />
          </div>
        )}
        {categories.length > 0 && (
          <Button variant="secondary" size="small" onClick={() => setIsNew(false)}>
            {words.chooseCategory}
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <div className="w-full">
        <ComboboxField
          label={words.category}
          name="category"
          items={toCategoryItems(categories)}
          defaultId={value ?? only}
          placeholder={words.categoryPlaceholder}
          emptyLabel={categories.length ? words.noSuchCategory : words.noCategories}
          listLabel={words.categoryList}
          error={errors.category}
        />
      </div>
      {canCreate && (
        <Button variant="secondary" size="small" onClick={() => setIsNew(true)}>
          {words.newCategory}
        </Button>
      )}
    </div>
  );
}
