/**
 * Titles of the columns in WooCommerce's export, which are in the language of the shop: German, French, Spanish, Italian, Dutch, Polish,
 * Portuguese, Russian, Swedish, Turkish and Japanese. Translations have changed over the years, so a column may have several. Whatever isn't here
 * is mapped by hand.
 */
export const COLUMN_NAMES: Record<string, string[]> = {
  // WooCommerce itself has no texts for search engines: these are those of its two usual plugins.
  'Meta: _yoast_wpseo_title': ['Meta: rank_math_title'],
  'Meta: _yoast_wpseo_metadesc': ['Meta: rank_math_description'],
  Brands: ['Marken', 'Marques', 'Marcas', 'Marchi', 'Merken', 'Marki', 'Бренды', 'Varumärken', 'Markalar', 'ブランド'],
  Upsells: [
    'Zusatzverkäufe',
    'Montées en gamme',
    'Ventas dirigidas',
    'Up-sell',
    'Up-sells',
    'Dosprzedaż',
    'Upsell',
    'Merförsäljning',
    'アップセル',
  ],
  'Cross-sells': [
    'Cross-Sells (Querverkäufe)',
    'Ventes croisées',
    'Ventas cruzadas',
    'Cross-sell',
    'Sprzedaż krzyżowa',
    'Vendas cruzadas',
    'Korsförsäljning',
    'クロスセル',
  ],
  'Tax status': ['Steuerstatus', 'Estado del impuesto', 'Status podatku', 'Skattestatus', 'Vergi durumu'],
  'Tax class': ['Steuerklasse', 'Clase de impuesto', 'Klasa podatkowa', 'Skatteklass', 'Vergi sınıfı'],
  'Cost of goods': ['Cost', 'Meta: _wc_cog_cost', 'Meta: _alg_wc_cog_cost', 'Cost price', 'Selbstkosten'],
  Type: ['Typ', 'Tipo', 'Тип', 'Tür', 'タイプ', '商品タイプ'],
  SKU: [
    'Artikelnummer',
    'Art.-Nr.',
    'Artikelnummer (SKU)',
    'UGS',
    'Référence',
    'COD',
    'Артикул',
    'Artikelnr',
    'Stok kodu',
    '商品コード',
    'REF',
  ],
  Name: ['Nom', 'Nombre', 'Nome', 'Naam', 'Nazwa', 'Имя', 'Название', 'Namn', 'İsim', 'Ad', '名前', '商品名'],
  Published: [
    ...['Veröffentlicht', 'Publié', 'Publicado', 'Pubblicato', 'Gepubliceerd', 'Opublikowano', 'Опубликован', 'Опубликовано', 'Publicerad'],
    ...['Publicerat', 'Yayımlanmış', 'Yayınlanmış', '公開済み'],
  ],
  'Visibility in catalog': [
    ...[
      'Sichtbarkeit im Katalog',
      'Katalogsichtbarkeit',
      'Visibilité dans le catalogue',
      'Visibilidad en el catálogo',
      'Visibilità nel catalogo',
    ],
    ...['Zichtbaarheid in catalogus', 'Widoczność w katalogu', 'Visibilidade no catálogo', 'Видимость в каталоге', 'Synlighet i katalog'],
    ...['Katalogda görünürlük', 'Katalogdaki görünürlük', 'カタログでの表示', 'カタログの表示'],
  ],
  'Short description': [
    ...['Kurzbeschreibung', 'Description courte', 'Descripción corta', 'Breve descrizione', 'Descrizione breve', 'Korte beschrijving'],
    ...[
      'Korte omschrijving',
      'Krótki opis',
      'Descrição curta',
      'Breve descrição',
      'Краткое описание',
      'Короткое описание',
      'Kort beskrivning',
    ],
    ...['Kısa açıklama', '簡単な説明', '短い説明'],
  ],
  Description: [
    ...[
      'Beschreibung',
      'Descripción',
      'Descrizione',
      'Beschrijving',
      'Omschrijving',
      'Opis',
      'Descrição',
      'Описание',
      'Beskrivning',
      'Açıklama',
      '説明',
    ],
  ],
  'Date sale price starts': [
    ...[
      'Datum, an dem Angebotspreis beginnt',
      'Datum, an dem der Angebotspreis beginnt',
      'Angebotspreis gültig ab',
      'Date de début de promo',
    ],
    ...[
      'Día en que empieza el precio rebajado',
      'Data di partenza del prezzo in saldo',
      'Startdatum actieprijs',
      'Data rozpoczęcia promocji',
    ],
    ...[
      'Data de preço promocional começa em',
      'Дата начала действия скидки',
      'Дата начала действия продажной цены',
      'Datum när reapriset börjar',
    ],
    ...['İndirimli fiyatın başladığı tarih', 'セール開始日'],
  ],
  'Date sale price ends': [
    ...['Datum, an dem Angebotspreis endet', 'Datum, an dem der Angebotspreis endet', 'Angebotspreis gültig bis', 'Date de fin de promo'],
    ...[
      'Día en que termina el precio rebajado',
      "Data in cui termina l'offerta",
      'Termine data del prezzo di vendita',
      'Einddatum actieprijs',
    ],
    ...['Data zakończenia promocji', 'Data de preço promocional termina em', 'Дата окончания действия скидки'],
    ...['Дата окончания действия продажной цены', 'Datum när reapriset upphör', 'İndirimli fiyatın sona erdiği tarih', 'セール終了日'],
  ],
  'In stock?': [
    ...[
      'Vorrätig?',
      'En stock ?',
      '¿En inventario?',
      '¿Existencias?',
      'In stock?',
      'Op voorraad?',
      'W magazynie?',
      'Em estoque?',
      'Em stock?',
      'В наличии?',
    ],
    ...['I lager?', 'Stokta?', '在庫あり?', '在庫あり ?'],
  ],
  Stock: [
    ...[
      'Lager',
      'Bestand',
      'Lagerbestand',
      'Inventario',
      'Existencias',
      'Magazzino',
      'Voorraad',
      'Stan magazynowy',
      'Estoque',
      'Запасы',
      'Lagersaldo',
    ],
    ...['Stok', '在庫'],
  ],
  'Backorders allowed?': [
    ...[
      'Lieferrückstande erlaubt?',
      'Lieferrückstände erlaubt?',
      'Rückstände erlaubt?',
      'Autoriser les commandes de produits en rupture ?',
    ],
    ...['¿Permitir reservas de productos agotados?', 'Abilita gli ordini arretrati?', 'Nabestellingen toestaan?'],
    ...['Pozwalać na zamówienia oczekujące (na dostawę do magazynu)?', 'Pozwolić na zamówienia oczekujące?', 'São permitidas encomendas?'],
    ...[
      'Permitir encomendas?',
      'Задержанный заказ возможен?',
      'Возможен ли предзаказ?',
      'Tillåt restnoteringar?',
      'Yok satmaya izin?',
      '入荷待ちを許可?',
    ],
  ],
  'Sale price': [
    ...[
      'Angebotspreis',
      'Tarif promo',
      'Prix promo',
      'Precio rebajado',
      'Prezzo in offerta',
      'Actieprijs',
      'Cena promocyjna',
      'Preço promocional',
    ],
    ...['Акционная цена', 'Цена распродажи', 'Reapris', 'İndirimli satış fiyatı', 'İndirimli fiyat', 'セール価格'],
  ],
  'Regular price': [
    ...[
      'Regulärer Preis',
      'Tarif régulier',
      'Prix régulier',
      'Precio normal',
      'Prezzo di listino',
      'Reguliere prijs',
      'Normale prijs',
      'Cena',
      'Cena regularna',
    ],
    ...['Preço', 'Preço normal', 'Базовая цена', 'Обычная цена', 'Ordinarie pris', 'Normal fiyat', '通常価格'],
  ],
  Categories: [
    'Kategorien',
    'Catégories',
    'Categorías',
    'Categorie',
    'Categorieën',
    'Kategorie',
    'Categorias',
    'Категории',
    'Kategorier',
    'Kategoriler',
    'カテゴリー',
  ],
  Tags: ['Schlagwörter', 'Étiquettes', 'Etiquetas', 'Etichette', 'Tag', 'Tagi', 'Znaczniki', 'Метки', 'Etiketter', 'Etiketler', 'タグ'],
  Images: ['Bilder', 'Imágenes', 'Immagine', 'Immagini', 'Afbeeldingen', 'Obrazki', 'Imagens', 'Изображения', 'Görseller', '画像'],
  Parent: [
    ...[
      'Übergeordnetes Produkt',
      'Übergeordnet',
      'Superior',
      'Principal',
      'Genitore',
      'Hoofd',
      'Bovenliggend',
      'Element nadrzędny',
      'Nadrzędny',
      'Ascendente',
    ],
    ...['Родительский', 'Родитель', 'Överordnad', 'Huvudprodukt', 'Ebeveyn', '親'],
  ],
};

const ATTRIBUTE = /attribut|atribut|atrybut|attribuut|eigenschap|атрибут|аттрибут|egenskap|nitelik|özellik|属性/;
const NAME = /name|nom|naam|nazwa|имя|название|namn|ismi|adı|名/;
const VALUE = /value|wert|valeur|valor|waarde|wartoś|значени|värde|değer|値/;
const WEIGHT = /^(weight|gewicht|poids|peso|waga|вес|vikt|ağırlık|重量)\s*\((\w+)\)$/;

/** The field of a column of attributes or weights, whose titles hold a number or a unit; null for others. `title`: in lower case. */
export function findNumberedField(title: string): string | null {
  const unit = WEIGHT.exec(title)?.[2];
  if (unit) return `Weight (${unit})`;
  const number = ATTRIBUTE.test(title) && /(?<!\d)(10|[1-9])(?!\d)/.exec(title)?.[1];
  if (!number) return null;
  if (VALUE.test(title)) return `Attribute ${number} value(s)`;
  return NAME.test(title) ? `Attribute ${number} name` : null;
}
