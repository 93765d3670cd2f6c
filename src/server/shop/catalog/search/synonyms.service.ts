/** Synonyms: the merchant's groups of words that a search treats as the same. */
import { isDeepStrictEqual } from 'node:util';
import { Check } from 'typebox/value';
import { SynonymGroups } from '../../../../contract/synonyms.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, createVersionConflict } from '../../../platform/errors.ts';
import { findVersionedSetting, findVersionedSettings, saveSetting, saveSettingAtVersion } from '../../settings/settings.repository.ts';
import { listStems } from './near-matches.repository.ts';
import { SEARCH_PINS_KEY, toPinKey, toPinnedSearches } from './search-pins.service.ts';
import { isWord, type SearchContext, toTerms } from './terms.ts';

/** The groups of synonyms that a shop starts with: words that shoppers use for the same thing, and irregular plurals. */
const DEFAULT_LIST = `
sofa, couch, settee
armchair, recliner, easy chair
wardrobe, closet
cupboard, cabinet
shelf, shelves
rug, carpet
curtain, drape
duvet, comforter, quilt
bin, wastebasket, trash can, dustbin
lamp, light
bulb, light bulb, lightbulb
torch, flashlight
picture, painting, print, wall art
bath, bathtub, tub
shower, showerhead, shower head
tap, faucet
letterbox, letter box, mailbox, post box
pan, frying pan, skillet
pot, cooking pot, saucepan, stockpot
cup, mug
plate, dish
crockery, tableware, dinnerware
cutlery, silverware, flatware
knife, knives
glass, glassware
fridge, refrigerator
cooker, stove, oven
vacuum, vacuum cleaner, hoover
shoe, footwear
sneaker, trainer, running shoe
boot, bootie
sandal, flip flop, thongs
ballerina, ballet flat
trousers, pants
jeans, denim
jumper, sweater, pullover
tshirt, t-shirt, tee
coat, overcoat
dress, frock, gown
robe, bathrobe, dressing gown
scarf, scarves, shawl
glove, mitten
hat, cap
sunglasses, sun glasses, shades
glasses, spectacles, eyeglasses
watch, wristwatch
bag, handbag, hand bag
purse, wallet
backpack, rucksack, daypack, day pack
suitcase, luggage, baggage, trolley
umbrella, brolly
parasol, sunshade, sun shade, beach umbrella
bicycle, bike, cycle
moped, motorbike, motorcycle
phone, telephone
mobile, mobile phone, cell phone, cellphone, smartphone
television, tv
laptop, notebook computer, portable computer
computer, pc, desktop, workstation
screen, monitor, display
headphone, headset, earphone
microphone, mic
speaker, loudspeaker
camcorder, video camera
controller, gamepad, joystick
mouse, mice
novel, fiction
diary, journal, planner
notebook, notepad, journal
scissors, shears
spanner, wrench
saw, handsaw
bucket, pail
axe, hatchet
cactus, cacti, succulent
plant, houseplant, pot plant
toy, plaything
teddy, soft toy, stuffed animal, plush
puzzle, jigsaw
piggy bank, money box, money bank
train, locomotive
plane, airplane, aeroplane
canoe, kayak
racket, racquet
saxophone, sax
violin, fiddle
movie, film
purple, violet
grey, gray
gold, golden
blue, navy
colour, color
wood, wooden
wool, woollen, woolen
aluminium, aluminum
child, children, kid
foldable, folding
`;

export const DEFAULT_SYNONYMS: string[][] = DEFAULT_LIST.trim()
  .split('\n')
  .map((line) => line.split(', '));

const SYNONYMS_KEY = 'synonyms';

interface VersionedSynonyms {
  groups: string[][];
  /** An edit form sends it back. */
  version: number;
}

/** The default groups if none were saved, or if another version of the shop saved them in an unknown form. */
function toGroups(value: unknown): string[][] {
  const groups = (value as { groups?: unknown } | null)?.groups;
  return Check(SynonymGroups, groups) ? groups : DEFAULT_SYNONYMS;
}

export async function readSynonyms({ db }: Pick<Deps, 'db'>): Promise<VersionedSynonyms> {
  const { value, version } = await findVersionedSetting(db, SYNONYMS_KEY);
  return { groups: toGroups(value), version };
}

/** Throws `invalid_request` for a term that isn't one or two words, and `version_conflict` as the other settings do. */
export async function updateSynonyms({ db }: Pick<Deps, 'db'>, groups: string[][], version?: number): Promise<VersionedSynonyms> {
  const issues = groups.flatMap((group, row) =>
    group.flatMap((term, place) =>
      [1, 2].includes(toTerms(term).filter(isWord).length)
        ? []
        : [{ path: `groups.${row}.${place}`, code: 'invalid_format' as const, message: 'must be one word or two' }],
    ),
  );
  if (issues.length) throw new AppError('invalid_request', 'A synonym is one word or two', { issues });
  const savedVersion =
    version === undefined
      ? await saveSetting(db, SYNONYMS_KEY, { groups })
      : await saveSettingAtVersion(db, SYNONYMS_KEY, { groups }, version);
  if (savedVersion !== null) return { groups, version: savedVersion };
  const current = await readSynonyms({ db });
  if (isDeepStrictEqual(current.groups, groups)) return current;
  throw createVersionConflict(current);
}

/** For a term's words and for its stems, each joined by spaces: the words of each of its synonyms. */
export interface SynonymIndex {
  byWords: ReadonlyMap<string, string[][]>;
  byStems: ReadonlyMap<string, string[][]>;
  /** By the words of a whole search: what the merchant puts first in it. Loaded along, since both are what a merchant adds to searches. */
  pins: ReadonlyMap<string, readonly string[]>;
}

/** Memoized until the catalog or a setting changes. */
export function loadSynonymIndex(context: SearchContext): Promise<SynonymIndex> {
  return context.memoize('synonyms', () => buildSynonymIndex(context));
}

async function buildSynonymIndex({ db }: SearchContext): Promise<SynonymIndex> {
  const [synonyms, pinned] = await findVersionedSettings(db, [SYNONYMS_KEY, SEARCH_PINS_KEY]);
  const groups = toGroups(synonyms?.value);
  const pins = new Map(toPinnedSearches(pinned?.value).map(({ words, products }) => [toPinKey(words), products]));
  const groupsOfWords = groups.map((group) => group.map(toTerms));
  const stems = await listStems(db, [...new Set(groupsOfWords.flat(2))]);
  const byWords = new Map<string, string[][]>();
  const byStems = new Map<string, string[][]>();
  const add = (index: Map<string, string[][]>, key: string, synonyms: string[][]) =>
    index.set(key, [...(index.get(key) ?? []), ...synonyms]);
  for (const group of groupsOfWords)
    for (const words of group) {
      const others = group.filter((other) => other !== words);
      add(byWords, words.join(' '), others);
      add(byStems, words.map((word) => stems.get(word)).join(' '), others);
    }
  return { byWords, byStems, pins };
}

/** The word as it was typed comes before others with its stem: somebody who searches for a glass doesn't mean glasses. */
export const findSynonyms = (
  { byWords, byStems }: Pick<SynonymIndex, 'byWords' | 'byStems'>,
  words: readonly string[],
  stems: ReadonlyMap<string, string>,
): string[][] => byWords.get(words.join(' ')) ?? byStems.get(words.map((word) => stems.get(word)).join(' ')) ?? [];
