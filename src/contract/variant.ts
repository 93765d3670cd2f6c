/** Options and variants of a product, as both halves read them. */
import type * as schemas from './schemas/variant.ts';

export type { ProductOption, Variant, VariantsInput } from './schemas/variant.ts';

type ChosenOptions = schemas.Variant['options'];

/** A variant's values, in the order of the product's options, by the options' names. */
export function toChosenOptions(options: schemas.ProductOption[], values: string[]): ChosenOptions {
  return Object.fromEntries(options.map(({ name }, index) => [name, values[index] ?? '']));
}

/** A choice as a page, an email or a stored order says it: `Size: 42, Colour: Red`. */
export function describeOptions(options: schemas.ProductOption[], chosen: ChosenOptions): string {
  return options.map(({ name }) => `${name}: ${chosen[name] ?? ''}`).join(', ');
}
