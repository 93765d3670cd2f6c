import { expect, test } from 'vitest';
import { readConfig } from './read-config.ts';

const DEFAULTS = readConfig({}).timeLimits;
const KEYS = { STORAGE_ACCESS_KEY: 'an-id', STORAGE_SECRET_KEY: 'a/very+secret=' };
const read = (url: string, more: Record<string, string> = {}) => readConfig({ STORAGE_URL: url, ...KEYS, ...more }).storage;

test('[STORAGE-1] STORAGE_URL names bucket, prefix, endpoint, region and style; without an endpoint it is AWS', () => {
  expect(readConfig({}).storage).toEqual({ s3: null, writesTo: 'folder' });
  const rest = { accessKey: 'an-id', secretKey: 'a/very+secret=', readTimeout: DEFAULTS.storage, writeTimeout: DEFAULTS.storageWrite };
  expect(read('s3://pictures')).toEqual({
    s3: {
      bucket: 'pictures',
      prefix: '',
      endpoint: 'https://s3.us-east-1.amazonaws.com/',
      region: 'us-east-1',
      isPathStyle: false,
      ...rest,
    },
    writesTo: 's3',
  });
  expect(read('s3://pictures/a/b?endpoint=http://10.0.0.5:9000&region=eu-1', { STORAGE: 'folder' })).toEqual({
    s3: { bucket: 'pictures', prefix: 'a/b/', endpoint: 'http://10.0.0.5:9000/', region: 'eu-1', isPathStyle: true, ...rest },
    writesTo: 'folder',
  });
});

test.each([
  'http://pictures',
  's3://',
  's3://key:hidden@pictures',
  's3://Pictures_1?hidden',
  's3://pictures?endpoint=ftp://hidden',
  's3://pictures?endpoint=https://key:hidden@host',
  's3://pictures?secret=hidden',
  's3://pictures?style=hidden',
  's3://pictures/a/../hidden b',
])('[STORAGE-1] STORAGE_URL can’t be %s, and its text isn’t shown', (url) => {
  expect(() => read(url)).toThrow('STORAGE_URL: ');
  expect(() => read(url)).not.toThrow('hidden');
});

test('[STORAGE-1] STORAGE_URL needs both keys, and STORAGE=s3 needs STORAGE_URL; a key is never shown', () => {
  expect(() => readConfig({ STORAGE_URL: 's3://pictures' })).toThrow(/STORAGE_ACCESS_KEY[\s\S]*STORAGE_SECRET_KEY/);
  expect(() => readConfig({ STORAGE: 's3' })).toThrow('STORAGE: s3 needs STORAGE_URL');
  expect(() => read('s3://pictures', { STORAGE_SECRET_KEY: 'two words' })).toThrow(/STORAGE_SECRET_KEY: (?!.*two)/);
  expect(read('s3://pictures', { STORAGE_SECRET_KEY: 'from-a-file\n' }).s3?.secretKey).toBe('from-a-file');
});
