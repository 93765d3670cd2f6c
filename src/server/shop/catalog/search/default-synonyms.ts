/** The groups of synonyms that a shop starts with: words that shoppers use for one thing, and plurals that no rule makes. */
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
