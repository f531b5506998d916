import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readJson } from '../json-files.mjs';
import { replaceSecret, writeSecretJson } from '../secret-files.mjs';

/**
 * The file of a service's signing key as services read it.
 * @typedef {{ kid: string, service: string, privateKey: string }} SigningKey
 * One entry of the list of public keys that every process reads.
 * @typedef {{ kid: string, service: string, publicKey: string }} PublicKey
 */

/** Makes an Ed25519 key for a service and writes it to `file`. @returns {SigningKey} */
export function makeSigningKey(file, service) {
  const { privateKey } = generateKeyPairSync('ed25519');
  const kid = `${service}-${randomBytes(4).toString('hex')}`;
  const key = { kid, service, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) };
  writeSecretJson(file, key);
  return key;
}

/** @returns {SigningKey | undefined} the key that signs for a service now */
export function currentKey(data, service) {
  return readJson(data.signingKey(service));
}

/** The key that is to sign for a service next, made unless an interrupted rotation has left one. @returns {SigningKey} */
export function nextKey(data, service) {
  return readJson(data.nextSigningKey(service)) ?? makeSigningKey(data.nextSigningKey(service), service);
}

/** Lets the next key of a service sign from now on; its private predecessor is gone with that. */
export function putIntoUse(data, service) {
  if (existsSync(data.nextSigningKey(service))) replaceSecret(data.nextSigningKey(service), data.signingKey(service));
}

/** @returns {PublicKey[]} the public keys that every process accepts */
export function publishedKeys(data) {
  return readJson(data.verifyKeys) ?? [];
}

/** Adds the public halves of keys to the accepted ones. @param {SigningKey[]} keys */
export function publish(data, keys) {
  const published = publishedKeys(data);
  const known = new Set(published.map(({ kid }) => kid));
  const missing = keys.filter(({ kid }) => !known.has(kid));
  if (missing.length > 0) writeSecretJson(data.verifyKeys, [...published, ...missing.map(publicHalf)]);
}

/** Removes keys from the accepted ones. @param {string[]} kids */
export function unpublish(data, kids) {
  const published = publishedKeys(data);
  const kept = published.filter(({ kid }) => !kids.includes(kid));
  if (kept.length < published.length) writeSecretJson(data.verifyKeys, kept);
}

/** The ids of published keys that sign neither now nor after the next step of a rotation. */
export function outdatedKids(data, services) {
  const files = services.flatMap((service) => [data.signingKey(service), data.nextSigningKey(service)]);
  const used = new Set(files.map((file) => readJson(file)?.kid));
  return publishedKeys(data)
    .map(({ kid }) => kid)
    .filter((kid) => !used.has(kid));
}

/** @returns {PublicKey} */
function publicHalf({ kid, service, privateKey }) {
  return { kid, service, publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }) };
}
