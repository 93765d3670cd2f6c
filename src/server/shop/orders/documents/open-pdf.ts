/**
 * Opens a PDF/A-3 with the shop's font. What it has is made from stored values alone, its dates among them, so that the same document has the same
 * bytes each time.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import anyAscii from 'any-ascii';
import { create, type Font } from 'fontkit';
import PDFDocument from 'pdfkit';

export type Pdf = PDFKit.PDFDocument;

const { resolve } = createRequire(import.meta.url);
const REGULAR = readFileSync(resolve('@expo-google-fonts/geist/400Regular/Geist_400Regular.ttf'));
const BOLD = readFileSync(resolve('@expo-google-fonts/geist/600SemiBold/Geist_600SemiBold.ttf'));

/** About 2 cm. */
export const MARGIN = 56;
const INK = '#191713';
const SOFT = '#5c5850';

const font = create(REGULAR) as Font;
const printed = new Map<string, string>();

/** Letters that the font doesn't have, such as Japanese, become Latin ones: a box says nothing, and PDF/A allows none. */
export function toPrintable(text: string): string {
  const known = [...text.normalize('NFC')].map((character) => {
    if (character === '\n') return character;
    const found = printed.get(character) ?? (font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0) ? character : anyAscii(character));
    // Of some scripts there are thousands of letters.
    if (printed.size < 10_000) printed.set(character, found);
    return found;
  });
  return known.join('').replace(/[^\P{Cc}\n]/gu, ' ');
}

interface PdfOptions {
  paper: 'A4' | 'Letter';
  title: string;
  at: Date;
}

/** The library writes both into XML as they are. */
const toInfo = (text: string) => toPrintable(text).replace(/[<>&]/g, ' ');

export function openPdf({ paper, title, at }: PdfOptions): Pdf {
  const pdf = new PDFDocument({
    size: paper === 'A4' ? 'A4' : 'LETTER',
    margin: MARGIN,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    lang: 'en',
    displayTitle: true,
    // The number of pages is known at the end.
    bufferPages: true,
    font: REGULAR as unknown as string,
    info: { Title: toInfo(title), CreationDate: at, ModDate: at },
  });
  pdf.registerFont('regular', REGULAR).registerFont('bold', BOLD);
  return pdf.font('regular').fontSize(10).fillColor(INK);
}

export const setBold = (pdf: Pdf, size = 10): Pdf => pdf.font('bold').fontSize(size).fillColor(INK);
export const setPlain = (pdf: Pdf, size = 10): Pdf => pdf.font('regular').fontSize(size).fillColor(INK);
export const setSoft = (pdf: Pdf, size = 9): Pdf => pdf.font('regular').fontSize(size).fillColor(SOFT);

/** The width between the margins. */
export const getWidth = (pdf: Pdf): number => pdf.page.width - 2 * MARGIN;

/** Where nothing is written any more, because the page's number is below. */
export const getBottom = (pdf: Pdf): number => pdf.page.height - MARGIN - 16;

/** Numbers the pages, and ends the document. */
export function finishPdf(pdf: Pdf, name: string): AsyncIterable<Uint8Array> {
  const { start, count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(start + index);
    const y = pdf.page.height - MARGIN;
    // Below the margin, where the library would begin a page.
    pdf.page.margins.bottom = 0;
    setSoft(pdf, 8).text(`${toPrintable(name)} · ${index + 1}/${count}`, MARGIN, y, {
      width: getWidth(pdf),
      align: 'right',
      lineBreak: false,
    });
  }
  pdf.end();
  return pdf as unknown as AsyncIterable<Uint8Array>;
}
