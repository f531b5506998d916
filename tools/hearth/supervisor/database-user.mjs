import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Failure } from '../failure.mjs';

/** @typedef {{ name: string, uid: number, gid: number }} SystemUser */

/**
 * Returns the user that PostgreSQL runs as: undefined for the user of this command. PostgreSQL refuses to run as root, so root runs it as the owner
 * of the existing cluster, else as `postgres`, else as `nobody`.
 * @param {string} cluster the cluster's folder, which may be absent
 * @returns {SystemUser | undefined}
 */
export function databaseUser(cluster) {
  const owner = existsSync(cluster) ? statSync(cluster) : undefined;
  const me = process.getuid();
  if (me !== 0) {
    if (owner && owner.uid !== me) {
      throw new Failure(
        `The database in ${cluster} belongs to another user (id ${owner.uid}) than ${os.userInfo().username}: ` +
          'run this as that user or as root, or choose another folder with --data.',
      );
    }
    return undefined;
  }
  if (owner?.uid === 0) {
    throw new Failure(
      `The database in ${cluster} belongs to root, as whom PostgreSQL refuses to run: chown -R it to another user.`,
    );
  }
  if (owner) return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  return systemUser('postgres') ?? systemUser('nobody') ?? noUser();
}

/**
 * Checks that this user may enter the places that PostgreSQL needs, which fails below a private folder such as /root.
 * Makes nothing.
 * @param {SystemUser} user @param {string[]} places folders; of those that do not exist, their nearest parent is checked
 */
export function requirePassage(user, places) {
  for (const place of places) {
    const blocked = firstBlocked(user, ancestors(place).filter(existsSync));
    if (!blocked) continue;
    throw new Failure(
      `PostgreSQL runs as ${user.name} here, who may not enter ${blocked} (on the way to ${place}): ` +
        `allow it with \`chmod o+x ${blocked}\`, or use a folder outside of it.`,
    );
  }
}

// Asking the system rather than reading mode bits: access lists and mount options count too.
function firstBlocked({ uid, gid }, folders) {
  const script = 'for folder do cd -- "$folder" 2>/dev/null || { printf %s "$folder"; exit; }; done';
  const { stdout } = spawnSync('/bin/sh', ['-c', script, 'sh', ...folders], { uid, gid, cwd: '/', encoding: 'utf8' });
  return stdout;
}

function ancestors(place) {
  const parent = path.dirname(place);
  return parent === place ? [place] : [...ancestors(parent), place];
}

function systemUser(name) {
  const ask = (flag) => spawnSync('id', [flag, name], { encoding: 'utf8' });
  const [uid, gid] = [ask('-u'), ask('-g')];
  return uid.status === 0 ? { name: `the user ${name}`, uid: Number(uid.stdout), gid: Number(gid.stdout) } : undefined;
}

function noUser() {
  throw new Failure(
    'PostgreSQL refuses to run as root and there is no user `postgres` or `nobody`: add one with `useradd postgres`.',
  );
}
