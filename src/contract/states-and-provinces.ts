/** States and provinces that addresses name by a code or by their name. Elsewhere people write regions as they please. */

const US =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming';
const CA =
  'AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador,NS Nova Scotia,NT Northwest Territories,NU Nunavut,ON Ontario,PE Prince Edward Island,QC Quebec,SK Saskatchewan,YT Yukon';
const AU =
  'ACT Australian Capital Territory,NSW New South Wales,NT Northern Territory,QLD Queensland,SA South Australia,TAS Tasmania,VIC Victoria,WA Western Australia';

interface Region {
  country: string;
  code: string;
  name: string;
}

export const REGIONS: readonly Region[] = Object.entries({ US, CA, AU }).flatMap(([country, list]) =>
  list.split(',').map((entry) => {
    const [code = '', ...name] = entry.split(' ');
    return { country, code, name: name.join(' ') };
  }),
);

const byText = new Map(REGIONS.flatMap((it) => [it.code, it.name].map((text) => [`${it.country} ${text.toUpperCase()}`, it] as const)));

/** By its code or its name, in any case. */
export const findRegion = (country: string, text: string): Region | undefined =>
  byText.get(`${country.toUpperCase()} ${text.trim().toUpperCase()}`);
