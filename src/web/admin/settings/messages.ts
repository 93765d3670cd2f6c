/** The words of the admin's settings, and of what waits for the merchant. */
/** Counting ends at 100. */
const formatCount = (count: number) => (count >= 100 ? '100 or more' : String(count));

export const settings = {
  checkout: 'Checkout',
  buyingLines: 'Beside the buttons to buy',
  buyingLinesHint: 'Shown on products, in the cart and at the checkout.',
  filters: 'Filters',
  lists: 'Lists of products',
  priceRanges: 'Price ranges',
  priceRangesHint: (currency: string) => `Customers filter by these on the home page. In ${currency}; both ends are included.`,
  lowest: 'Minimum',
  highest: 'Maximum',
  lowestLabel: (row: number) => `Minimum of range ${row}`,
  highestLabel: (row: number) => `Maximum of range ${row}`,
  addRange: 'Add range',
  removeRange: (row: number) => `Remove range ${row}`,
  quickAdd: 'Add to cart from every list',
  quickAddHint: 'On: the add buttons on category and search cards work. Off: they are shown but do nothing.',
  refundReturnsCode: 'A full refund gives a code back',
  refundReturnsCodeHint: 'On: the use of a discount code counts no more once its order is refunded in full.',
  guestCheckout: 'Guest checkout',
  guestCheckoutHint: 'On: people can buy with an email and an address, without an account. Off: they have to log in first.',
  asksForConsent: 'Offers by email',
  asksForConsentHint:
    'On: a box, not ticked, asks at the guest checkout and when registering. The list of users shows who agreed and when.',
  asksForNote: 'Order notes',
  asksForNoteHint:
    'On: customers can write a note to you at the checkout. You see it on the order, on its packing slip and in the email of a new order.',
  savesCards: 'Saved cards',
  savesCardsHint:
    'On: customers with an account can save their card while they pay with Stripe, and remove it under Saved cards. Stripe keeps it. The demo payments keep none.',
  asksForGiftMessage: 'Gift messages',
  asksForGiftMessageHint: 'On: customers can write a message for whoever gets a parcel. It is printed on the packing slip.',
  filterAttributes: 'Specifications as filters',
  filterAttributesHint:
    'Names of specifications that customers can filter lists by, separated by commas, like Material, Season. Options such as Size are always filters.',
  deliveryTime: 'Delivery time',
  deliveryTimeHint: 'One line beside the buttons to buy, like Delivered in 2–4 working days. Empty: nothing is shown.',
  returnsLine: 'Returns',
  returnsLineHint: 'One line beside the buttons to buy, like Free returns within 30 days. Empty: nothing is shown.',
  paymentMarks: 'Ways to pay',
  paymentMarksHint: 'Shown beside the buttons to buy, separated by commas, like Visa, Mastercard, PayPal. Empty: nothing is shown.',
  saved: 'Settings saved',
  saveFailed: "The settings weren't saved",
} as const;

export const shopDetails = {
  title: 'Your shop',
  hint: 'Shown on every page and in every email. Leave empty what you don’t want to be shown.',
  look: 'Look',
  contact: 'Contact',
  region: 'Where you sell from',
  stock: 'Stock',
  legalPagesHint: 'The texts of About, Contact and Privacy Policy:',
  name: 'Shop name',
  headline: 'Headline',
  headlineHint: 'The first words of the home page',
  accentColor: 'Accent color',
  accentColorHint: 'For links and what is selected. It is made lighter or darker where it would be hard to read.',
  ownColor: 'Use a custom accent color',
  email: 'Contact email',
  phone: 'Contact phone',
  address: 'Postal address',
  country: 'Country',
  countryHint: 'Where the shop is based. Currency, time zone, shipping zones and tax rates are proposed by it.',
  chooseCountry: 'Not chosen',
  legalDetails: 'Legal details',
  legalDetailsHint: 'What the law asks you to publish, such as company register and tax number',
  withdrawal: 'Right of withdrawal',
  withdrawalDays: 'Days to withdraw from an order',
  withdrawalDaysHint:
    'Counted from the delivery, 14 or more. Customers then find “Withdraw from contract” on every page, with their orders and in their emails. Leave empty for no such function.',
  withdrawalSuggested:
    'You sell to the European Union or the United Kingdom: consumers there have 14 days, and in the European Union the law has asked for this function since 19 June 2026.',
  useFourteen: 'Use 14 days',
  lowStockThreshold: 'Low stock threshold',
  lowStockThresholdHint: 'At this many or fewer, customers see “Only 3 left”, and Home lists the product',
  timeZone: 'Time zone',
  timeZoneHint:
    'Type a city, such as Berlin or New York. Days begin at midnight there, and all times are shown in it. After a change, past statistics are recalculated.',
  currency: 'Currency',
  currencyHint:
    'For all prices. Choose it before your first sale; afterwards it can’t be changed. Currencies without cents, such as yen, are not supported.',
  priceLocale: 'Price format',
  priceLocaleHint: 'In the shop, in emails and on invoices',
  imageFrame: 'Pictures of products',
  imageFrameHint:
    'Choose the shape that most of your pictures have. Where they are cropped, customers see their middle, and all of it when they zoom in.',
  imageFrames: {
    whole: 'Whole picture in a square',
    '1:1': 'Square (1:1), cropped to fill it',
    '4:5': 'Portrait (4:5), cropped to fill it',
    '4:3': 'Landscape (4:3), cropped to fill it',
  },
  saved: 'Shop details saved',
  saveFailed: "The shop details weren't saved",
  logo: 'Logo',
  logoHint: 'Shown instead of the name. JPEG, PNG, WebP, AVIF or GIF, up to 5 MB; best wide, on a transparent background.',
  chooseLogo: 'Choose a logo',
  logoSaved: 'Logo saved',
  logoSaveFailed: "The logo wasn't saved",
  uploadCancelled: 'Upload cancelled',
  removeLogo: 'Remove logo',
  logoRemoved: 'The logo is removed once you save.',
} as const;

export const notifications = {
  title: 'Notifications',
  hint: 'What your shop emails to you.',
  email: 'Your email',
  emailHint: 'Where notifications go; leave empty for none',
  eachOrder: 'Each new order',
  eachOrderHint: 'An email as soon as an order is paid, with its items and where to ship it',
  dailySummary: 'Daily summary',
  dailySummaryHint:
    'Once a day at 7:00 in your shop’s time zone: what was sold the day before, what waits to be shipped, and what is low on stock',
  saved: 'Notifications saved',
  saveFailed: "The notifications weren't saved",
  /** Of orders to ship and on hold, of disputes and requests: an order may count twice. */
  waiting: (count: number) => `${count} to do`,
  toShip: (count: number) => (count === 1 ? '1 order to ship' : `${formatCount(count)} orders to ship`),
  onHold: (count: number) => (count === 1 ? '1 order on hold' : `${formatCount(count)} orders on hold`),
  processing: (count: number) => (count === 1 ? '1 payment on its way' : `${formatCount(count)} payments on their way`),
  disputes: (count: number) => (count === 1 ? '1 dispute to answer' : `${formatCount(count)} disputes to answer`),
  withdrawals: (count: number, refundBy: string | null) =>
    `${count === 1 ? '1 withdrawal to refund' : `${formatCount(count)} withdrawals to refund`}${refundBy ? `, the first by ${refundBy}` : ''}`,
  late: (count: number, refundBy: string | null) =>
    `${count === 1 ? '1 order runs late' : `${formatCount(count)} orders run late`}${refundBy ? `, one to refund by ${refundBy}` : ''}`,
  requests: (count: number) => (count === 1 ? '1 request to answer' : `${formatCount(count)} requests to answer`),
  soldOut: (count: number) => (count === 1 ? '1 product sold out' : `${formatCount(count)} products sold out`),
  lowStock: (count: number) => (count === 1 ? '1 product low on stock' : `${formatCount(count)} products low on stock`),
  owedKeys: (count: number) => (count === 1 ? '1 order waits for licence keys' : `${formatCount(count)} orders wait for licence keys`),
  lowKeys: (count: number) => (count === 1 ? '1 list of licence keys is low' : `${formatCount(count)} lists of licence keys are low`),
  failedEmails: (count: number) => (count === 1 ? '1 email failed' : `${formatCount(count)} emails failed`),
} as const;

export const synonyms = {
  title: 'Storefront search',
  label: 'Synonyms',
  hint: 'One group per line, words separated by commas: sofa, couch, settee. Each word also finds the others in its group, below products that have the word itself.',
  lineError: (line: number) => `Line ${line}: separate 2 to 12 synonyms with commas, each of one or two words`,
  saved: 'Synonyms saved',
  saveFailed: "The synonyms weren't saved",
} as const;

export const searchPins = {
  title: 'Products first in a search',
  hint: 'Products that come first when somebody searches for exactly these words, sorted by best match. They are found even if they don’t have the words.',
  words: 'Search words',
  wordsHint: 'As a customer types them; capitals don’t matter.',
  add: 'Add a search',
  remove: (words: string) => `Remove the search ${words}`,
  incomplete: 'Each search needs words and at least one product. Complete it, or remove it.',
  saved: 'The searches are saved',
  saveFailed: 'The searches were not saved',
} as const;

export const priceNotes = {
  title: 'Beside prices',
  hint: 'What the law of many countries asks you to say.',
  suggested: 'You sell in the European Union, where the law asks for both of these.',
  lowestPrice: 'Lowest price before a sale',
  lowestPriceHint:
    'EU law: beside each sale its lowest price of the 30 days before it began, from which “Save 20%” counts. A product that was never sold for more in that time isn’t shown as a sale.',
  taxAndShipping: 'Tax and shipping',
  taxAndShippingHint: '“incl. VAT, plus shipping” below each price. The words follow your tax and shipping settings.',
  shippingPage: 'Page about shipping',
  shippingPageHint: '“shipping” leads there.',
  contactPage: 'Contact',
  saved: 'What is beside prices is saved',
  failed: "We couldn't save what is beside prices.",
} as const;
