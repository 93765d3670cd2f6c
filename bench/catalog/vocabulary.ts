/** Words for the names and descriptions of generated products. */

const splitList = (text: string) => text.trim().split(/\s*,\s*/);

/** Fifty categories and the types of product in each. */
export const PRODUCT_TYPES: Record<string, string[]> = {
  'Office Chairs': splitList('desk chair, task chair, kneeling chair, drafting stool, armchair, footrest, seat cushion, saddle stool'),
  Desks: splitList('writing desk, standing desk, corner desk, secretary, desk riser, cable tray, desk shelf, monitor stand'),
  'Table Lamps': splitList('table lamp, reading lamp, bedside lamp, banker lamp, lantern, lampshade, desk light, night light'),
  'Ceiling Lights': splitList('pendant, chandelier, ceiling light, track light, spotlight, light bulb, dimmer, wall sconce'),
  Sofas: splitList('sofa, loveseat, sofa bed, chaise, ottoman, pouf, daybed, recliner'),
  Tables: splitList('coffee table, dining table, side table, console table, nesting table, bistro table, folding table, bench'),
  Shelves: splitList('bookcase, wall shelf, corner shelf, magazine rack, shoe rack, wine rack, cube shelf, plant stand'),
  Rugs: splitList('rug, runner, doormat, bath mat, sheepskin, carpet, play mat, kilim'),
  Bedding: splitList('duvet cover, pillowcase, fitted sheet, blanket, quilt, mattress topper, bedspread, pillow'),
  Curtains: splitList('curtain, roller blind, sheer curtain, curtain rod, valance, shutter, canopy, tieback'),
  Cookware: splitList('frying pan, saucepan, casserole, wok, stockpot, griddle, dutch oven, roasting tin'),
  Knives: splitList('chef knife, bread knife, paring knife, cleaver, knife block, sharpening stone, santoku, steak knife'),
  Bakeware: splitList('cake tin, baking tray, rolling pin, mixing bowl, whisk, muffin mould, pastry brush, cooling rack'),
  Tableware: splitList('dinner plate, soup bowl, serving platter, butter dish, gravy boat, cake stand, egg cup, ramekin'),
  Glassware: splitList('wine glass, tumbler, carafe, decanter, champagne flute, beer mug, pitcher, shot glass'),
  Cutlery: splitList('fork, spoon, table knife, teaspoon, ladle, salad server, cutlery set, chopsticks'),
  'Coffee Makers': splitList('espresso machine, french press, moka pot, coffee grinder, pour over, milk frother, percolator, coffee scale'),
  Tea: splitList('teapot, kettle, tea infuser, tea caddy, teacup, matcha whisk, samovar, tea tray'),
  'Food Storage': splitList('lunch box, jar, canister, bread bin, spice rack, vacuum flask, cake box, fruit basket'),
  'Kitchen Appliances': splitList('blender, toaster, food processor, juicer, slow cooker, waffle iron, stand mixer, rice cooker'),
  Headphones: splitList('headphones, earbuds, headset, neckband, headphone stand, ear cushions, noise blocker, hearing guard'),
  Speakers: splitList('bookshelf speaker, soundbar, subwoofer, party speaker, shower speaker, radio, turntable, amplifier'),
  Keyboards: splitList('keyboard, keypad, keycap set, wrist rest, trackpad, mouse, trackball, mouse pad'),
  Monitors: splitList('monitor, monitor arm, screen filter, projector, projection screen, webcam, ring light, docking station'),
  Phones: splitList('smartphone, phone case, screen protector, charger, power bank, car mount, selfie stick, charging cable'),
  Cameras: splitList('camera, tripod, camera strap, lens, camera bag, flash, light meter, photo printer'),
  Watches: splitList('wristwatch, watch strap, pocket watch, stopwatch, alarm clock, wall clock, watch winder, hourglass'),
  Jewellery: splitList('necklace, bracelet, earrings, signet ring, brooch, anklet, pendant chain, jewellery box'),
  Bags: splitList('backpack, tote bag, messenger bag, satchel, duffel bag, clutch, belt bag, shopping basket'),
  Luggage: splitList('suitcase, cabin trolley, garment bag, packing cube, luggage tag, travel pillow, toiletry bag, passport wallet'),
  Shoes: splitList('sneaker, loafer, ankle boot, sandal, slipper, running shoe, derby, espadrille'),
  Jackets: splitList('rain jacket, parka, blazer, denim jacket, windbreaker, down vest, trench coat, bomber'),
  Shirts: splitList('oxford shirt, polo, flannel shirt, blouse, tunic, henley, tank top, undershirt'),
  Trousers: splitList('chinos, jeans, cargo trousers, leggings, shorts, joggers, culottes, dungarees'),
  Knitwear: splitList('jumper, cardigan, turtleneck, scarf, beanie, mittens, poncho, bed socks'),
  Sleepwear: splitList('pyjamas, nightgown, bathrobe, sleep mask, kimono, onesie, bed jacket, lounge set'),
  Skincare: splitList('face cream, cleanser, serum, body lotion, sunscreen, lip balm, clay mask, toner'),
  'Hair Care': splitList('shampoo, conditioner, hairbrush, hair dryer, curling iron, comb, hair oil, beard trimmer'),
  Candles: splitList('scented candle, tealight, candle holder, diffuser, incense, wax melt, candelabra, snuffer'),
  'Garden Tools': splitList('spade, rake, pruning shears, watering can, trowel, hedge trimmer, wheelbarrow, garden hose'),
  Plants: splitList('flowerpot, planter, hanging basket, terrarium, seed kit, plant mister, trellis, compost bin'),
  'Hand Tools': splitList('hammer, screwdriver, wrench, pliers, spirit level, tape measure, hand saw, toolbox'),
  'Power Tools': splitList('cordless drill, jigsaw, orbital sander, angle grinder, heat gun, rotary tool, work light, impact driver'),
  Camping: splitList('tent, sleeping bag, camp stove, hammock, headlamp, cool box, camp chair, water filter'),
  Cycling: splitList('bicycle, bike helmet, pannier, bike lock, pedal, saddle, bike pump, bell'),
  Yoga: splitList('yoga mat, yoga block, foam roller, meditation cushion, resistance band, balance board, exercise ball, yoga strap'),
  Toys: splitList('building blocks, puzzle, doll house, train set, kite, spinning top, marble run, rocking horse'),
  'Board Games': splitList('chess set, card deck, domino, backgammon, dice tower, memory game, mahjong, jigsaw puzzle'),
  Stationery: splitList('notebook, fountain pen, pencil case, ruler, stapler, desk pad, planner, letter opener'),
  'Pet Supplies': splitList('dog bed, cat tree, leash, feeding bowl, scratching post, bird feeder, aquarium, pet carrier'),
};

export const ADJECTIVES = splitList(`
  Nordic, Rustic, Classic, Compact, Folding, Slim, Heavy, Light, Tall, Low, Round, Square, Oval, Curved, Angled, Striped, Checked, Dotted,
  Plain, Vivid, Muted, Pale, Deep, Soft, Firm, Smooth, Rough, Glossy, Matte, Woven, Quilted, Ribbed, Pleated, Brushed, Polished, Hammered,
  Carved, Painted, Glazed, Smoked, Frosted, Tinted, Modern, Vintage, Antique, Coastal, Alpine, Urban, Country, Tropical, Desert, Arctic,
  Summer, Winter, Autumn, Spring, Morning, Evening, Midnight, Weekend, Everyday, Festive, Royal, Humble, Gentle, Bold, Quiet, Lively,
  Waterproof, Washable, Stackable, Portable, Adjustable, Reversible, Magnetic, Wireless, Insulated, Padded, Ventilated, Reinforced,
  Handmade, Organic, Recycled, Natural, Seamless, Extra Wide, Extra Long, Double, Triple, Mini, Grand, Petite, Signature, Essential
`);

export const MATERIALS = splitList(`
  Oak, Walnut, Beech, Birch, Maple, Bamboo, Rattan, Cork, Leather, Suede, Linen, Cotton, Wool, Cashmere, Silk, Velvet, Canvas, Denim, Felt,
  Jute, Hemp, Steel, Iron, Brass, Copper, Bronze, Aluminium, Titanium, Silver, Ceramic, Porcelain, Stoneware, Terracotta, Glass, Crystal,
  Marble, Granite, Slate, Concrete, Paper, Rubber, Silicone, Nylon, Acrylic
`);

export const BRANDS = splitList(`
  Halvorsen, Brightwell, Okello, Tamsin, Verdano, Kestrel, Lumara, Pinewick, Saltmarsh, Orrin, Castellan, Fjordal, Hartwood, Mirabeau,
  Quillon, Rosenfeld, Sundquist, Thornbury, Umbra Lane, Valmont, Westerly, Yarrow, Zephyrine, Ashdown, Belmora, Corvina, Dunmore, Elsinore,
  Farrow Mill, Greystoke, Hollins, Inverloch, Juniper Row, Karsten, Lindqvist, Montrose, Northgate, Oakhaven, Penrose, Ravenna
`);

export const SIZES = splitList(
  'S, M, L, XL, 20 cm, 30 cm, 40 cm, 60 cm, 90 cm, 120 cm, Set of 2, Set of 4, Set of 6, No 3, No 5, No 7, No 9, 250 ml, 500 ml, 1 l',
);

/** `%` is the type of product, `@` its material. */
export const OPENINGS = splitList(`
  A % made of @ that lasts for years, This @ % belongs wherever people gather, The % that you reach for first, Our makers shape every % by hand,
  Good @ and clean lines make this % easy to like, A dependable % for small homes and busy days, Built around solid @ for daily use,
  A % with the calm look of honest @
`);

export const MIDDLES = splitList(`
  Its edges are rounded and pleasant to touch, It wipes clean with a damp cloth, The colour stays true after many seasons,
  It weighs little and stores flat, Every joint is checked twice before it leaves the workshop, The finish resists scratches and stains,
  It fits through narrow doors and up steep stairs, Spare parts are available for ten years, The grain is different on every piece,
  It folds away when guests have gone, The pattern was drawn in our own studio, It feels warm in winter and cool in summer
`);

export const ENDINGS = splitList(`
  Delivered in plain cardboard without plastic, A thoughtful present for a friend who has moved, Goes well with everything else on the shelf,
  Guaranteed for five years, Ships within two days, Made in small batches near the coast, Bring it back within a month if it disappoints,
  Tested by families and tidy people alike
`);
