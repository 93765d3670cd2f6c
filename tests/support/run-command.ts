/** Runs `npm run shop -- <command>` in a process of its own. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { NODE_FLAGS } from './projects.ts';
import { root } from './shop-process.ts';

export interface CommandResult {
  code: number | null;
  out: string;
  err: string;
}

/** `cwd`: relative paths in the arguments start there. */
export function runCommand(args: string[], { cwd, env }: { cwd: string; env: Record<string, string> }): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...NODE_FLAGS, path.join(root, 'tools/start.js'), 'shop', ...args], {
      cwd,
      env: { PATH: process.env.PATH ?? '', ...env },
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}
