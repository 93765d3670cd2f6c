/** A folder with images of all kinds, from which CSV files are imported as by the command. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { type ImportOptions, importProducts, openImportFile } from '../../src/server/shop/catalog/import/rows/import-products.ts';
import type { Shop } from './harness.ts';
import { makeImage } from './images.ts';

export const HEADER = 'name,category,price,quantity,shipping,description,image';

export const validRow = (name: string, category = 'Lamps') => `${name},${category},12.50,3,1,A good light,lamp.png`;

export async function openImportFolder({ deps }: Shop) {
  const home = mkdtempSync(path.join(os.tmpdir(), 'shop-import-'));
  const image = await makeImage('png', { width: 40, height: 30, colour: '#4b3fd6' });
  writeFileSync(path.join(home, 'lamp.png'), image);
  writeFileSync(path.join(home, 'empty.png'), '');
  writeFileSync(path.join(home, 'text.png'), 'not a picture');
  writeFileSync(path.join(home, 'vector.png'), '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  writeFileSync(path.join(home, 'huge.png'), Buffer.alloc(5 * 1024 * 1024 + 1));
  mkdirSync(path.join(home, 'sub'));
  writeFileSync(path.join(home, 'sub', 'lamp.png'), image);
  // A file outside of the folder, and a link to it.
  const secret = `${path.basename(home)}-secret.png`;
  writeFileSync(path.join(os.tmpdir(), secret), image);
  symlinkSync(path.join(os.tmpdir(), secret), path.join(home, 'link.png'));
  afterAll(() => {
    rmSync(home, { recursive: true, force: true });
    rmSync(path.join(os.tmpdir(), secret), { force: true });
  });

  async function importText(text: string | Buffer, { imagesDir, ...options }: Partial<ImportOptions> & { imagesDir?: string } = {}) {
    const file = path.join(home, 'products.csv');
    writeFileSync(file, text);
    return importProducts(deps, { ...(await openImportFile(file, { folder: imagesDir })), ...options });
  }

  return { home, image, secret, importText, importRows: (...rows: string[]) => importText([HEADER, ...rows].join('\n')) };
}
