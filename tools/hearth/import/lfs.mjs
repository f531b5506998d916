import { setTimeout as delay } from 'node:timers/promises';
import { MOST_ATTEMPTS, patientSender, RequestRefused } from './client.mjs';
import { LeftOut } from './left-out.mjs';
import { pauseAfter } from './rate-limit.mjs';

const MEDIA_TYPE = 'application/vnd.git-lfs+json';
/** Objects of one batch: few, since the credentials of their transfers end after half an hour. */
const AT_ONCE = 20;
const POINTER =
  /^[0-9a-f]{40} blob \d+\nversion https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:ext-.*\n)*oid sha256:([0-9a-f]{64})\nsize (\d+)$/gm;

/**
 * An object of git LFS.
 * @typedef {{ oid: string, size: number }} LfsObject
 */

/** The objects that pointers name. Pure. @param {string} output of `git cat-file --batch` @returns {LfsObject[]} each once */
export function objectsIn(output) {
  const sizes = new Map(Array.from(output.matchAll(POINTER), ([, oid, size]) => [oid, Number(size)]));
  return [...sizes].map(([oid, size]) => ({ oid, size }));
}

/**
 * Copies objects of git LFS with the batch API of both ends. An object that the target has is not read again; the target checks the hash of each.
 * @param {LfsObject[]} objects @param {{ from: import('./git.mjs').Remote, to: import('./git.mjs').Remote, fetch?: typeof fetch,
 *   wait?: (milliseconds: number) => Promise<unknown> }} ends
 * @returns {Promise<string[]>} a sentence for each object that was not copied
 * @throws {LeftOut} where an end refuses git LFS @throws {import('../failure.mjs').Failure} where it is away
 */
export async function copyObjects(objects, { from, to, wait, fetch = globalThis.fetch }) {
  const failures = [];
  const ask = { from: batchesOf(from, { fetch, wait }), to: batchesOf(to, { fetch, wait }) };
  for (let first = 0; first < objects.length; first += AT_ONCE) {
    const uploads = (await ask.to('upload', objects.slice(first, first + AT_ONCE))).filter(isWanted);
    if (uploads.length === 0) continue;
    const downloads = await ask.from('download', uploads);
    for (const upload of uploads) {
      const download = downloads.find(({ oid }) => oid === upload.oid);
      try {
        await copy({ download, upload }, { from, to, fetch, wait });
      } catch (error) {
        failures.push(`${upload.oid}: ${error.cause?.message ?? error.message}`);
      }
    }
  }
  return failures;
}

/** Objects without an action are there. */
function isWanted({ actions, error }) {
  return actions?.upload !== undefined || error !== undefined;
}

/** The batch API of a remote. */
function batchesOf(remote, surroundings) {
  const send = patientSender(surroundings);
  return async (operation, objects) => {
    const { body } = await send('info/lfs/objects/batch', {
      prefixUrl: remote.url,
      method: 'POST',
      headers: { accept: MEDIA_TYPE, 'content-type': MEDIA_TYPE, authorization: credentialOf(remote) },
      body: JSON.stringify({
        ...{ operation, transfers: ['basic'], hash_algo: 'sha256' },
        objects: objects.map(({ oid, size }) => ({ oid, size })),
      }),
    });
    return body.objects ?? [];
  };
}

/** Sends an object on while it is received: it may be larger than the disk. */
async function copy({ download, upload }, { from, to, ...surroundings }) {
  const { error, size } = upload;
  const refusal =
    error ?? download?.error ?? (download?.actions ? undefined : { message: 'the source does not have it' });
  if (refusal) throw new LeftOut(refusal.message);
  const { body } = await transfer(download.actions.download, from, surroundings);
  const headers = { 'content-type': 'application/octet-stream', 'content-length': String(size) };
  await transfer(upload.actions.upload, to, surroundings, { method: 'PUT', headers, body, duplex: 'half' });
  const { verify } = upload.actions;
  if (!verify) return;
  const sent = { method: 'POST', headers: { accept: MEDIA_TYPE, 'content-type': MEDIA_TYPE } };
  await transfer(verify, to, surroundings, { ...sent, body: JSON.stringify({ oid: upload.oid, size }) });
}

/** The credential of the remote goes to its own address only, where the action has none. A body that was sent is gone, so only others are repeated. */
async function transfer({ href, header = {} }, remote, { fetch, wait = delay }, { headers, ...request } = {}) {
  const isOwn = new URL(href).origin === new URL(remote.url).origin;
  const given = new Headers({ ...(isOwn && { authorization: credentialOf(remote) }), ...headers });
  for (const [name, value] of Object.entries(header)) given.set(name, value);
  for (let attempt = 0; ; attempt += 1) {
    const response = await fetch(href, { ...request, headers: given, redirect: 'error' });
    if (response.ok) return response;
    await response.body?.cancel();
    const { status, statusText: description, headers: received } = response;
    if (![429, 503].includes(status) || request.duplex || attempt + 1 >= MOST_ATTEMPTS)
      throw new RequestRefused({ status, description, method: request.method ?? 'GET', endpoint: href });
    await wait(pauseAfter({ status, headers: received, now: Date.now(), attempt }));
  }
}

/** Of basic authentication. @param {import('./git.mjs').Remote} remote */
export function credentialOf({ username, token }) {
  return `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}`;
}
