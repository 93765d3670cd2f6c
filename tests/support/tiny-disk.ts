/** A small disk that tests can fill. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface TinyDisk {
  folder: string;
  /** Fills the disk. */
  fill: () => void;
  /** Frees that space again. */
  free: () => void;
  unmount: () => void;
}

/** `size` as mount has it, such as `64k`. Null without the permission to mount. */
export function mountTinyDisk(size: string): TinyDisk | null {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shop-tiny-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  const fillers: string[] = [];

  function fill(): void {
    // The file keeps the part that did fit.
    for (const bytes of [1 << 20, 1 << 12]) {
      try {
        for (;;) {
          const filler = path.join(folder, `filler-${fillers.length}`);
          fillers.push(filler);
          writeFileSync(filler, Buffer.alloc(bytes));
        }
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    }
  }

  return {
    folder,
    fill,
    free: () => {
      for (const filler of fillers.splice(0)) rmSync(filler, { force: true });
    },
    unmount: () => {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}
