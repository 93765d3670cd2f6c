/** Certificates for tests: an authority, and what it signs. Node makes keys and signatures but no certificates, so this writes their DER. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { DAY } from '../../src/contract/values.ts';

const TAG = { boolean: 1, integer: 2, bits: 3, octets: 4, oid: 6, utf8: 12, time: 23, sequence: 0x30, set: 0x31, tagged: 0xa0 };
const OID = { ecdsaWithSha256: '2a8648ce3d040302', commonName: '550403', basicConstraints: '551d13', subjectAltName: '551d11' };

function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const oid = (hex: string) => der(TAG.oid, Buffer.from(hex, 'hex'));
const sequence = (...parts: Buffer[]) => der(TAG.sequence, ...parts);
const bits = (content: Buffer) => der(TAG.bits, Buffer.from([0]), content);
const YES = der(TAG.boolean, Buffer.from([255]));
const ALGORITHM = sequence(oid(OID.ecdsaWithSha256));

const nameOf = (name: string) => sequence(der(TAG.set, sequence(oid(OID.commonName), der(TAG.utf8, Buffer.from(name)))));

/** YYMMDDHHMMSSZ */
const timeOf = (at: number) => der(TAG.time, Buffer.from(`${new Date(at).toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`));

const alternativeName = (host: string) =>
  isIPv4(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host));

const AUTHORITY_EXTENSION = sequence(oid(OID.basicConstraints), YES, der(TAG.octets, sequence(YES)));
const hostExtension = (host: string) => sequence(oid(OID.subjectAltName), der(TAG.octets, sequence(alternativeName(host))));

interface CertificateInput {
  issuer: string;
  subject: string;
  publicKey: KeyObject;
  extension: Buffer;
  expiresAt: number;
}

function signCertificate({ issuer, subject, publicKey, extension, expiresAt }: CertificateInput, key: KeyObject): string {
  const content = sequence(
    der(TAG.tagged, der(TAG.integer, Buffer.from([2]))),
    der(TAG.integer, Buffer.from([1]), randomBytes(8)),
    ALGORITHM,
    nameOf(issuer),
    sequence(timeOf(Date.now() - 10 * DAY), timeOf(expiresAt)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(TAG.tagged + 3, sequence(extension)),
  );
  const base64 = sequence(content, ALGORITHM, bits(sign('sha256', content, key))).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`;
}

const makeKeys = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const makeRsaKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

export interface CertificateAuthority {
  /** PEM, for `sslrootcert`. */
  certificate: string;
  /** PEM, of a server that is reached by this name or IPv4 address. */
  issue: (host: string, expiresAt?: number, kind?: 'ec' | 'rsa') => { certificate: string; key: string };
}

export function createAuthority(name: string): CertificateAuthority {
  const authority = makeKeys();
  const inTenDays = Date.now() + 10 * DAY;
  const certificate = signCertificate(
    { issuer: name, subject: name, publicKey: authority.publicKey, extension: AUTHORITY_EXTENSION, expiresAt: inTenDays },
    authority.privateKey,
  );
  return {
    certificate,
    issue: (host, expiresAt = inTenDays, kind = 'ec') => {
      const { publicKey, privateKey } = kind === 'rsa' ? makeRsaKeys() : makeKeys();
      return {
        certificate: signCertificate(
          { issuer: name, subject: host, publicKey, extension: hostExtension(host), expiresAt },
          authority.privateKey,
        ),
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
    },
  };
}
