/** What the made-up goods of a big catalogue are called, and what is said of them. */

const list = (text: string) => text.trim().split(/\s*,\s*/);

/** Fifty categories and the things that stand in each. */
export const THINGS: Record<string, string[]> = {
  'Office Chairs': list('desk chair, task chair, kneeling chair, drafting stool, armchair, footrest, seat cushion, saddle stool'),
  Desks: list('writing desk, standing desk, corner desk, secretary, desk riser, cable tray, desk shelf, monitor stand'),
  'Table Lamps': list('table lamp, reading lamp, bedside lamp, banker lamp, lantern, lampshade, desk light, night light'),
  'Ceiling Lights': list('pendant, chandelier, ceiling light, track light, spotlight, light bulb, dimmer, wall sconce'),
  Sofas: list('sofa, loveseat, sofa bed, chaise, ottoman, pouf, daybed, recliner'),
  Tables: list('coffee table, dining table, side table, console table, nesting table, bistro table, folding table, bench'),
  Shelves: list('bookcase, wall shelf, corner shelf, magazine rack, shoe rack, wine rack, cube shelf, plant stand'),
  Rugs: list('rug, runner, doormat, bath mat, sheepskin, carpet, play mat, kilim'),
  Bedding: list('duvet cover, pillowcase, fitted sheet, blanket, quilt, mattress topper, bedspread, pillow'),
  Curtains: list('curtain, roller blind, sheer curtain, curtain rod, valance, shutter, canopy, tieback'),
  Cookware: list('frying pan, saucepan, casserole, wok, stockpot, griddle, dutch oven, roasting tin'),
  Knives: list('chef knife, bread knife, paring knife, cleaver, knife block, sharpening stone, santoku, steak knife'),
  Bakeware: list('cake tin, baking tray, rolling pin, mixing bowl, whisk, muffin mould, pastry brush, cooling rack'),
  Tableware: list('dinner plate, soup bowl, serving platter, butter dish, gravy boat, cake stand, egg cup, ramekin'),
  Glassware: list('wine glass, tumbler, carafe, decanter, champagne flute, beer mug, pitcher, shot glass'),
  Cutlery: list('fork, spoon, table knife, teaspoon, ladle, salad server, cutlery set, chopsticks'),
  'Coffee Makers': list('espresso machine, french press, moka pot, coffee grinder, pour over, milk frother, percolator, coffee scale'),
  Tea: list('teapot, kettle, tea infuser, tea caddy, teacup, matcha whisk, samovar, tea tray'),
  'Food Storage': list('lunch box, jar, canister, bread bin, spice rack, vacuum flask, cake box, fruit basket'),
  'Kitchen Appliances': list('blender, toaster, food processor, juicer, slow cooker, waffle iron, stand mixer, rice cooker'),
  Headphones: list('headphones, earbuds, headset, neckband, headphone stand, ear cushions, noise blocker, hearing guard'),
  Speakers: list('bookshelf speaker, soundbar, subwoofer, party speaker, shower speaker, radio, turntable, amplifier'),
  Keyboards: list('keyboard, keypad, keycap set, wrist rest, trackpad, mouse, trackball, mouse pad'),
  Monitors: list('monitor, monitor arm, screen filter, projector, projection screen, webcam, ring light, docking station'),
  Phones: list('smartphone, phone case, screen protector, charger, power bank, car mount, selfie stick, charging cable'),
  Cameras: list('camera, tripod, camera strap, lens, camera bag, flash, light meter, photo printer'),
  Watches: list('wristwatch, watch strap, pocket watch, stopwatch, alarm clock, wall clock, watch winder, hourglass'),
  Jewellery: list('necklace, bracelet, earrings, signet ring, brooch, anklet, pendant chain, jewellery box'),
  Bags: list('backpack, tote bag, messenger bag, satchel, duffel bag, clutch, belt bag, shopping basket'),
  Luggage: list('suitcase, cabin trolley, garment bag, packing cube, luggage tag, travel pillow, toiletry bag, passport wallet'),
  Shoes: list('sneaker, loafer, ankle boot, sandal, slipper, running shoe, derby, espadrille'),
  Jackets: list('rain jacket, parka, blazer, denim jacket, windbreaker, down vest, trench coat, bomber'),
  Shirts: list('oxford shirt, polo, flannel shirt, blouse, tunic, henley, tank top, undershirt'),
  Trousers: list('chinos, jeans, cargo trousers, leggings, shorts, joggers, culottes, dungarees'),
  Knitwear: list('jumper, cardigan, turtleneck, scarf, beanie, mittens, poncho, bed socks'),
  Sleepwear: list('pyjamas, nightgown, bathrobe, sleep mask, kimono, onesie, bed jacket, lounge set'),
  Skincare: list('face cream, cleanser, serum, body lotion, sunscreen, lip balm, clay mask, toner'),
  'Hair Care': list('shampoo, conditioner, hairbrush, hair dryer, curling iron, comb, hair oil, beard trimmer'),
  Candles: list('scented candle, tealight, candle holder, diffuser, incense, wax melt, candelabra, snuffer'),
  'Garden Tools': list('spade, rake, pruning shears, watering can, trowel, hedge trimmer, wheelbarrow, garden hose'),
  Plants: list('flowerpot, planter, hanging basket, terrarium, seed kit, plant mister, trellis, compost bin'),
  'Hand Tools': list('hammer, screwdriver, wrench, pliers, spirit level, tape measure, hand saw, toolbox'),
  'Power Tools': list('cordless drill, jigsaw, orbital sander, angle grinder, heat gun, rotary tool, work light, impact driver'),
  Camping: list('tent, sleeping bag, camp stove, hammock, headlamp, cool box, camp chair, water filter'),
  Cycling: list('bicycle, bike helmet, pannier, bike lock, pedal, saddle, bike pump, bell'),
  Yoga: list('yoga mat, yoga block, foam roller, meditation cushion, resistance band, balance board, exercise ball, yoga strap'),
  Toys: list('building blocks, puzzle, doll house, train set, kite, spinning top, marble run, rocking horse'),
  'Board Games': list('chess set, card deck, domino, backgammon, dice tower, memory game, mahjong, jigsaw puzzle'),
  Stationery: list('notebook, fountain pen, pencil case, ruler, stapler, desk pad, planner, letter opener'),
  'Pet Supplies': list('dog bed, cat tree, leash, feeding bowl, scratching post, bird feeder, aquarium, pet carrier'),
};

export const LOOKS = list(`
  Nordic, Rustic, Classic, Compact, Folding, Slim, Heavy, Light, Tall, Low, Round, Square, Oval, Curved, Angled, Striped, Checked, Dotted,
  Plain, Vivid, Muted, Pale, Deep, Soft, Firm, Smooth, Rough, Glossy, Matte, Woven, Quilted, Ribbed, Pleated, Brushed, Polished, Hammered,
  Carved, Painted, Glazed, Smoked, Frosted, Tinted, Modern, Vintage, Antique, Coastal, Alpine, Urban, Country, Tropical, Desert, Arctic,
  Summer, Winter, Autumn, Spring, Morning, Evening, Midnight, Weekend, Everyday, Festive, Royal, Humble, Gentle, Bold, Quiet, Lively,
  Waterproof, Washable, Stackable, Portable, Adjustable, Reversible, Magnetic, Wireless, Insulated, Padded, Ventilated, Reinforced,
  Handmade, Organic, Recycled, Natural, Seamless, Extra Wide, Extra Long, Double, Triple, Mini, Grand, Petite, Signature, Essential
`);

export const MATERIALS = list(`
  Oak, Walnut, Beech, Birch, Maple, Bamboo, Rattan, Cork, Leather, Suede, Linen, Cotton, Wool, Cashmere, Silk, Velvet, Canvas, Denim, Felt,
  Jute, Hemp, Steel, Iron, Brass, Copper, Bronze, Aluminium, Titanium, Silver, Ceramic, Porcelain, Stoneware, Terracotta, Glass, Crystal,
  Marble, Granite, Slate, Concrete, Paper, Rubber, Silicone, Nylon, Acrylic
`);

export const BRANDS = list(`
  Halvorsen, Brightwell, Okello, Tamsin, Verdano, Kestrel, Lumara, Pinewick, Saltmarsh, Orrin, Castellan, Fjordal, Hartwood, Mirabeau,
  Quillon, Rosenfeld, Sundquist, Thornbury, Umbra Lane, Valmont, Westerly, Yarrow, Zephyrine, Ashdown, Belmora, Corvina, Dunmore, Elsinore,
  Farrow Mill, Greystoke, Hollins, Inverloch, Juniper Row, Karsten, Lindqvist, Montrose, Northgate, Oakhaven, Penrose, Ravenna
`);

export const SIZES = list(
  'S, M, L, XL, 20 cm, 30 cm, 40 cm, 60 cm, 90 cm, 120 cm, Set of 2, Set of 4, Set of 6, No 3, No 5, No 7, No 9, 250 ml, 500 ml, 1 l',
);

/** `%` is the thing, `@` its material. */
export const OPENINGS = list(`
  A % made of @ that lasts for years, This @ % belongs wherever people gather, The % that you reach for first, Our makers shape every % by hand,
  Good @ and clean lines make this % easy to like, A dependable % for small homes and busy days, Built around solid @ for daily use,
  A % with the calm look of honest @
`);

export const MIDDLES = list(`
  Its edges are rounded and pleasant to touch, It wipes clean with a damp cloth, The colour stays true after many seasons,
  It weighs little and stores flat, Every joint is checked twice before it leaves the workshop, The finish resists scratches and stains,
  It fits through narrow doors and up steep stairs, Spare parts are available for ten years, The grain is different on every piece,
  It folds away when guests have gone, The pattern was drawn in our own studio, It feels warm in winter and cool in summer
`);

export const ENDINGS = list(`
  Delivered in plain cardboard without plastic, A thoughtful present for a friend who has moved, Goes well with everything else on the shelf,
  Guaranteed for five years, Ships within two days, Made in small batches near the coast, Bring it back within a month if it disappoints,
  Tested by families and tidy people alike
`);
