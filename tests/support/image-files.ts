/** Reads the folder of images. */
import { readdirSync } from 'node:fs';
import path from 'node:path';

/** All files in it, at any depth. */
export function listFileNames(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((it) => (it.isFile() ? [it.name] : []));
}

/** Where the file of an image is, two folders deep. */
export function imagePath(uploadsDir: string, name: string): string {
  return path.join(uploadsDir, name.slice(0, 2), name.slice(2, 4), name);
}
