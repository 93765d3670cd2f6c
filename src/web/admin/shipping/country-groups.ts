/**
 * Countries that are named together, for zones. Sources, as of November 2026: the continents are those of the United Nations' standard M49
 * (https://unstats.un.org/unsd/methodology/m49/), with Mexico in North America, as carriers have it, Cyprus in Europe, as it belongs to the European
 * Union, and Kosovo and Taiwan, which M49 doesn't list; the European Union's 27 members by https://european-union.europa.eu, and the European Economic
 * Area, which adds three, by https://www.efta.int/eea. Antarctica is in none.
 */
import type { Territory } from '../../../contract/countries.ts';
import { EUROPEAN_UNION as MEMBERS } from '../../../contract/european-union.ts';

const list = (codes: string) => codes.split(' ');

const EUROPEAN_UNION = list(MEMBERS);
const EUROPEAN_ECONOMIC_AREA = [...EUROPEAN_UNION, ...list('IS LI NO')];

export const CONTINENTS = {
  Europe: [...EUROPEAN_ECONOMIC_AREA, ...list('AD AL AX BA BY CH FO GB GG GI IM JE MC MD ME MK RS RU SJ SM UA VA XK')],
  'North America': list('BM CA GL MX PM US'),
  'Central America and the Caribbean': list(
    'AG AI AW BB BL BQ BS BZ CR CU CW DM DO GD GP GT HN HT JM KN KY LC MF MQ MS NI PA PR SV SX TC TT VC VG VI',
  ),
  'South America': list('AR BO BR BV CL CO EC FK GF GS GY PE PY SR UY VE'),
  Asia: list(
    'AE AF AM AZ BD BH BN BT CN GE HK ID IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE',
  ),
  Africa: list(
    'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW IO KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TF TG TN TZ UG YT ZA ZM ZW',
  ),
  Oceania: list('AS AU CC CK CX FJ FM GU HM KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS'),
} as const satisfies Record<string, readonly string[]>;

export interface CountryGroup {
  name: string;
  countries: readonly string[];
}

export const EU: CountryGroup = { name: 'European Union', countries: EUROPEAN_UNION };
export const EUROPE: CountryGroup = { name: 'Europe', countries: CONTINENTS.Europe };
export const NORTH_AMERICA: CountryGroup = { name: 'North America', countries: CONTINENTS['North America'] };

export const COUNTRY_GROUPS: readonly CountryGroup[] = [
  EU,
  { name: 'European Economic Area', countries: EUROPEAN_ECONOMIC_AREA },
  ...Object.entries(CONTINENTS).map(([name, countries]) => ({ name, countries })),
];

export const toTerritories = ({ countries }: CountryGroup): Territory[] => countries.map((country) => ({ country, region: '' }));
