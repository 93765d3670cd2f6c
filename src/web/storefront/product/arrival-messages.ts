import { nameCountry } from '../../../contract/countries.ts';

export const arrival = {
  arrives: (days: string, country: string) => `Arrives ${days}, in ${nameCountry(country)}`,
  takes: (min: number, max: number, country: string) =>
    `Arrives in ${min === max ? min : `${min}–${max}`} working ${max === 1 ? 'day' : 'days'}, in ${nameCountry(country)}`,
  later: (country: string) => `Ships to ${nameCountry(country)}`,
} as const;
