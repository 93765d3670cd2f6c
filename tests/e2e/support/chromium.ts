/** Starts a real Chromium: an installed one, or the one in node_modules. */
import { execFileSync } from 'node:child_process';
import { existsSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import bundled, { inflate, setupLambdaEnvironment } from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

const INSTALLED_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Chromium makes no requests of its own. */
const OFFLINE_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The npm package sets these for cloud functions. They weaken security or change behaviour, unlike a customer's browser. */
const CLOUD_ONLY_FLAGS = [
  '--single-process',
  '--disable-web-security',
  '--allow-running-insecure-content',
  '--disable-site-isolation-trials',
];

/** All pages are of one site, so they need no second or spare process: with the flags below, a visit takes two thirds of the time. */
const ONE_SITE_FLAGS = ['--disable-site-isolation-trials', '--renderer-process-limit=1'];

/** Without a zygote each process would start from scratch. */
const NO_ZYGOTE_FLAG = '--no-zygote';

/** Playwright's default: shared memory in files, for containers whose /dev/shm is small. */
const NO_SHARED_MEMORY_FLAG = '--disable-dev-shm-usage';
const ENOUGH_SHARED_MEMORY = 1024 ** 3;

function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= ENOUGH_SHARED_MEMORY;
  } catch {
    return false;
  }
}

/** Unpacks shared libraries that a minimal machine lacks (NSS, expat); the npm package brings them. */
async function installLibraries(executable: string): Promise<void> {
  if (!execFileSync('ldd', [executable], { encoding: 'utf8' }).includes('not found')) return;
  const packageDir = path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium'));
  await inflate(path.join(packageDir, '../bin/al2023.tar.br'));
  setupLambdaEnvironment(path.join(os.tmpdir(), 'al2023/lib'));
}

const FILE_BUSY_ATTEMPTS = 50;
const FILE_BUSY_PAUSE = 100;

/**
 * The browser was just unpacked. A process that was forked meanwhile has the file open for writing until it runs its own
 * program, and until then nobody can start it (ETXTBSY): that made the first run on a new machine fail.
 */
async function retryWhileFileBusy<T>(launch: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launch();
    } catch (error) {
      if (attempt === FILE_BUSY_ATTEMPTS || !String(error).includes('ETXTBSY')) throw error;
      await sleep(FILE_BUSY_PAUSE);
    }
  }
}

async function findChromium(): Promise<{ executablePath: string; args: string[] }> {
  const installedPath = process.env.CHROMIUM_PATH ?? INSTALLED_PATHS.find((it) => existsSync(it));
  if (installedPath) return { executablePath: installedPath, args: OFFLINE_FLAGS };
  const executablePath = await bundled.executablePath();
  await installLibraries(executablePath);
  return { executablePath, args: [...bundled.args.filter((it) => !CLOUD_ONLY_FLAGS.includes(it)), ...OFFLINE_FLAGS] };
}

export async function launchChromium(extraArgs: string[] = []): Promise<Browser> {
  const { executablePath, args } = await findChromium();
  return retryWhileFileBusy(() => chromium.launch({ executablePath, args: [...args, ...extraArgs] }));
}

/** One for all the test files of a worker. */
export async function launchTestChromium(): Promise<Browser> {
  const { executablePath, args } = await findChromium();
  const options = {
    executablePath,
    args: [...args.filter((it) => it !== NO_ZYGOTE_FLAG), ...ONE_SITE_FLAGS],
    ignoreDefaultArgs: hasSharedMemory() ? [NO_SHARED_MEMORY_FLAG] : [],
  };
  return retryWhileFileBusy(() => chromium.launch(options));
}
