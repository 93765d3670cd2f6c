/**
 * What is sold and in stock of a product's combinations, without its variants. Each combination of values has a place: its number among all
 * combinations, in the order of the options' values.
 */
import type { DetailedProduct } from '../../../contract/product.ts';
import type { ProductOption, Variant } from '../../../contract/product-fields.ts';

/** More variants than this aren't sent with the page: their prices and ids follow once somebody chooses. */
export const VARIANTS_WITH_PAGE = 100;

/** A combination that is sold: the index of its value of each option, and whether there is one to buy. */
export interface Combination {
  indexes: number[];
  isInStock: boolean;
}

export function listCombinations(options: ProductOption[], variants: Variant[]): Combination[] {
  const places = options.map(({ values }) => new Map(values.map((value, index) => [value, index])));
  return variants.map(({ options: chosen, quantity }) => ({
    indexes: options.map(({ name }, at) => places[at]?.get(chosen[name] ?? '') ?? -1),
    isInStock: quantity > 0,
  }));
}

/** As differences between places in ascending order, of which most are the same: 2,048 take a few hundred bytes of a compressed page. */
export function writeCombinations(options: ProductOption[], combinations: Combination[]): string {
  const toPlace = (indexes: number[]) => indexes.reduce((place, index, at) => place * (options[at]?.values.length ?? 1) + index, 0);
  const numbers = combinations.map(({ indexes, isInStock }) => 2 * toPlace(indexes) + Number(isInStock)).sort((a, b) => a - b);
  return numbers.map((number, index) => (number - (numbers[index - 1] ?? 0)).toString(36)).join(' ');
}

export function readCombinations(options: ProductOption[], text: string): Combination[] {
  let number = 0;
  return text.split(' ').map((difference) => {
    number += Number.parseInt(difference, 36);
    let place = Math.floor(number / 2);
    const indexes: number[] = [];
    for (const { values } of options.toReversed()) {
      indexes.unshift(place % values.length);
      place = Math.floor(place / values.length);
    }
    return { indexes, isInStock: number % 2 === 1 };
  });
}

/** in-stock, or sold-out, with what else is chosen; unsold: the merchant has no such combination. */
export type ValueState = 'in-stock' | 'sold-out' | 'unsold';

/** By option and value. `chosen`: the index of each option's chosen value; -1: none. One look at each combination is enough for all values. */
export function findStates(options: ProductOption[], combinations: Combination[], chosen: number[]): ValueState[][] {
  const states = options.map(({ values }) => values.map((): ValueState => 'unsold'));
  const mark = (option: number, value: number, isInStock: boolean) => {
    const of = states[option];
    if (of && of[value] !== 'in-stock') of[value] = isInStock ? 'in-stock' : 'sold-out';
  };
  for (const { indexes, isInStock } of combinations) {
    const others = indexes.flatMap((index, option) => (chosen[option] === -1 || chosen[option] === index ? [] : [option]));
    const [other = -1] = others;
    // A value is looked at as if it were chosen in place of its option's own.
    if (others.length === 1) mark(other, indexes[other] ?? -1, isInStock);
    else if (!others.length) for (const [option, index] of indexes.entries()) mark(option, index, isInStock);
  }
  return states;
}

/** What the page knows of a product with many variants. */
export interface VariantSummary {
  combinations: string;
  /** How many variants there are. */
  count: number;
}

/** With many variants, only those that the page shows, and that search engines are told of: the chosen one, the extremes in price, one in stock. */
export function takeShown(product: DetailedProduct, chosenId: string): { product: DetailedProduct; summary: VariantSummary | null } {
  const { options = [], variants = [] } = product;
  if (variants.length <= VARIANTS_WITH_PAGE) return { product, summary: null };
  const byPrice = variants.toSorted((one, other) => one.price - other.price);
  const isReady = ({ quantity, stock }: Variant) => quantity > 0 && (!stock || stock.ready > 0);
  const shown = [
    variants.find(({ _id }) => _id === chosenId),
    byPrice[0],
    byPrice.at(-1),
    variants.find(isReady) ?? variants.find(({ quantity }) => quantity > 0),
  ];
  return {
    product: { ...product, variants: variants.filter((it) => shown.includes(it)) },
    summary: { combinations: writeCombinations(options, listCombinations(options, variants)), count: variants.length },
  };
}
