/** WooCommerce's export has its columns in the language of the shop. */
import { expect, test } from 'vitest';
import { openShop } from '../../../../../../tests/support/harness.ts';
import { openImportFolder } from '../../../../../../tests/support/import-folder.ts';
import { wooProduct as product, writeWooCommerce } from '../../../../../../tests/support/merchant-files.ts';
import { readTestProduct } from '../../../../../../tests/support/product-imports.ts';
import { takeFirst } from '../../../../../../tests/support/projects.ts';

const shop = await openShop();
const { importText: importFile, image } = await openImportFolder(shop);
const importText = (text: string) => importFile(text, { match: 'auto', readImage: async () => image });

const SIZES = { 'Attribute 1 name': 'Size', 'Attribute 1 value(s)': 'S, M, L' };
const variable = (id: number, cells = {}) =>
  product(id, { Type: 'variable', SKU: 'POT', 'Regular price': '', Stock: '', ...SIZES, ...cells });
const variation = (id: number, size: string, cells = {}) =>
  product(id, { Type: 'variation', Name: `Teapot - ${size}`, Parent: 'POT', ...SIZES, 'Attribute 1 value(s)': size, ...cells });

const LANGUAGES: [string, Record<string, string>][] = [
  [
    'German',
    {
      Type: 'Typ',
      SKU: 'Artikelnummer',
      Published: 'Veröffentlicht',
      Stock: 'Lager',
      'Regular price': 'Regulärer Preis',
      Categories: 'Kategorien',
      Images: 'Bilder',
      'Weight (kg)': 'Gewicht (kg)',
      'Attribute 1 name': 'Attribut 1 Name',
      'Attribute 1 value(s)': 'Attribut 1 Wert(e)',
    },
  ],
  [
    'French',
    {
      SKU: 'UGS',
      Name: 'Nom',
      Published: 'Publié',
      'Regular price': 'Tarif régulier',
      Categories: 'Catégories',
      'Weight (kg)': 'Poids (kg)',
      'Attribute 1 name': 'Nom de l’attribut 1',
      'Attribute 1 value(s)': 'Valeur(s) de l’attribut 1 ',
    },
  ],
  [
    'Spanish',
    {
      Type: 'Tipo',
      Name: 'Nombre',
      Published: 'Publicado',
      Stock: 'Inventario',
      'Regular price': 'Precio normal',
      Categories: 'Categorías',
      Images: 'Imágenes',
      'Weight (kg)': 'Peso (kg)',
      'Attribute 1 name': 'Nombre del atributo 1',
      'Attribute 1 value(s)': 'Valor(es) del atributo 1',
    },
  ],
  [
    'Italian',
    {
      Type: 'Tipo',
      SKU: 'COD',
      Name: 'Nome',
      Published: 'Pubblicato',
      Stock: 'Magazzino',
      'Regular price': 'Prezzo di listino',
      Categories: 'Categorie',
      Images: 'Immagine',
      'Weight (kg)': 'Peso (kg)',
      'Attribute 1 name': "Nome dell'attributo 1",
      'Attribute 1 value(s)': "Valore dell'attributo 1",
    },
  ],
  [
    'Dutch',
    {
      SKU: 'Artikelnummer',
      Name: 'Naam',
      Published: 'Gepubliceerd',
      Stock: 'Voorraad',
      'Regular price': 'Reguliere prijs',
      Categories: 'Categorieën',
      Images: 'Afbeeldingen',
      'Weight (kg)': 'Gewicht (kg)',
      'Attribute 1 name': 'Naam eigenschap 1',
      'Attribute 1 value(s)': 'Waarde eigenschap 1',
    },
  ],
  [
    'Polish',
    {
      Type: 'Typ',
      Name: 'Nazwa',
      Published: 'Opublikowano',
      Stock: 'Stan magazynowy',
      'Regular price': 'Cena',
      Categories: 'Kategorie',
      Images: 'Obrazki',
      'Weight (kg)': 'Waga (kg)',
      'Attribute 1 name': 'Nazwa atrybutu 1',
      'Attribute 1 value(s)': 'Wartości atrybutu 1',
    },
  ],
  [
    'Portuguese',
    {
      Type: 'Tipo',
      Name: 'Nome',
      Published: 'Publicado',
      Stock: 'Estoque',
      'Regular price': 'Preço',
      Categories: 'Categorias',
      Images: 'Imagens',
      'Weight (kg)': 'Peso (kg)',
      'Attribute 1 name': 'Nome do atributo 1',
      'Attribute 1 value(s)': 'Valores do atributo 1',
    },
  ],
  [
    'Russian',
    {
      Type: 'Тип',
      SKU: 'Артикул',
      Name: 'Имя',
      Published: 'Опубликован',
      Stock: 'Запасы',
      'Regular price': 'Базовая цена',
      Categories: 'Категории',
      Images: 'Изображения',
      'Weight (kg)': 'Вес (kg)',
      'Attribute 1 name': 'Имя атрибута 1',
      'Attribute 1 value(s)': 'Значение(-я) аттрибута(-ов) 1',
    },
  ],
  [
    'Swedish',
    {
      Type: 'Typ',
      SKU: 'Artikelnummer',
      Name: 'Namn',
      Published: 'Publicerad',
      Stock: 'Lager',
      'Regular price': 'Ordinarie pris',
      Categories: 'Kategorier',
      Images: 'Bilder',
      'Weight (kg)': 'Vikt (kg)',
      'Attribute 1 name': 'Attributnamn 1',
      'Attribute 1 value(s)': 'Attributvärde(n) 1',
    },
  ],
  [
    'Turkish',
    {
      Type: 'Tür',
      SKU: 'Stok kodu',
      Name: 'İsim',
      Published: 'Yayımlanmış',
      Stock: 'Stok',
      'Regular price': 'Normal fiyat',
      Categories: 'Kategoriler',
      Images: 'Görseller',
      'Weight (kg)': 'Ağırlık (kg)',
      'Attribute 1 name': 'Nitelik 1 ismi',
      'Attribute 1 value(s)': 'Nitelik 1 değer(ler)i',
    },
  ],
];

test.each(takeFirst(LANGUAGES, 3))('[IMPORT-6] columns in %s are recognized', async (_language, titles) => {
  const text = writeWooCommerce([variable(1), variation(2, 'S'), product(3, { Name: 'Jug', Published: 0, SKU: 'JUG' })], titles);
  const { imported, rejected } = await importText(text);
  expect([imported, rejected]).toEqual([2, []]);
  const { token } = await shop.signUp({ role: 1 });
  expect(await readTestProduct(shop, token, 'teapot')).toMatchObject({
    sku: 'POT',
    weight: 500,
    variants: [{ options: { Size: 'S' }, price: 20, quantity: 7 }],
  });
  expect(await readTestProduct(shop, token, 'jug')).toMatchObject({ sku: 'JUG', price: 20, quantity: 7, status: 'draft' });
});
