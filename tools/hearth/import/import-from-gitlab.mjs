import { createHash } from 'node:crypto';
import path from 'node:path';
import { makePrivate } from '../data-folder.mjs';
import { Failure } from '../failure.mjs';
import { writeJson } from '../json-files.mjs';
import { tryLock } from '../lock.mjs';
import { connect } from './client.mjs';
import { Mirror } from './git.mjs';
import { Journal } from './journal.mjs';
import { Moving } from './moving.mjs';
import { Report } from './report.mjs';
import { moveGroup } from './resources/groups.mjs';
import { moveProject } from './resources/projects.mjs';
import { readUsers, Users } from './users.mjs';

/**
 * Brings groups and projects of another instance here.
 * @param {object} given
 * @param {{ url: string, token: string }} given.source
 * @param {{ url: string, token: string }} given.here the token of an admin for this import, which is revoked at its end
 * @param {import('../data-folder.mjs').DataFolder} given.data
 * @param {string[]} given.paths of groups and projects at the source @param {string} [given.into] the group here to put them in
 * @param {string} [given.usersFile] @param {boolean} given.dryRun
 * @param {import('../progress.mjs').Progress} given.progress
 * @returns {Promise<Report>}
 * @throws {Failure} for what cannot be begun, and where one of the instances is away: the next run goes on
 */
export async function importFromGitlab({ source, here, data, paths, into, usersFile, dryRun, progress }) {
  const [from, to] = [await connect(source), await connect(here)];
  try {
    const work = { ...folderOf(data, source.url, into), source, here, from, to, into, dryRun, progress };
    const lock = await tryLock(`${work.journalFile}.lock`, 'import');
    if (lock.holder) throw new Failure(`This import runs already (process ${lock.holder.pid}): wait until it ends.`);
    try {
      return await bring(await begin(work, usersFile), work, paths);
    } finally {
      lock.release();
    }
  } finally {
    await to.PersonalAccessTokens.remove().catch(() => {});
  }
}

/** The files of an import: one journal for each source and group here. */
function folderOf(data, url, into = '') {
  const digest = createHash('sha256').update(`${url}\n${into}`).digest('hex').slice(0, 12);
  makePrivate(data.imports);
  const name = `${new URL(url).hostname}-${digest}`;
  const inside = (file) => path.join(data.imports, file);
  return {
    journalFile: inside(`${name}.jsonl`),
    reportFile: inside(`${name}.report.json`),
    repositories: inside(`${name}.repositories`),
  };
}

/** @throws {Failure} for a token that is not accepted, a user here who is no admin, and users who are not found */
async function begin({ journalFile, source, from, to, into, dryRun }, usersFile) {
  const names = await readUsers(usersFile);
  // Fails for a token that is not accepted.
  await from.Users.showCurrentUser();
  const importer = await to.Users.showCurrentUser();
  if (!importer.is_admin) throw new Failure(`${importer.username} is no admin here: name one with --as.`);
  if (into !== undefined) await requireGroup(to, into);
  const [users, journal, report] = [await Users.find(to, names), new Journal(journalFile), new Report()];
  const host = new URL(source.url).host;
  return new Moving({ source: from, here: to, host, users, journal, report, dryRun, importer: importer.username });
}

/** @throws {Failure} when there is no such group */
async function requireGroup(client, into) {
  if (await found(() => client.Groups.show(into))) return;
  throw new Failure(`There is no group "${into}" here: make it before, or correct --into.`);
}

async function bring(moving, work, paths) {
  const { source } = moving;
  for (const root of paths) {
    const group = await found(() => source.Groups.show(root, { withProjects: false }));
    if (group) await bringGroup(moving, work, group, root);
    else {
      const project = await found(() => source.Projects.show(root));
      if (!project) throw new Failure(`There is no group or project "${root}" at ${moving.host} for this token.`);
      await bringProject(moving, work, project, root);
    }
  }
  const { report, journal, dryRun } = moving;
  if (dryRun) return report;
  for (const [kind, count] of journal.counts()) report.moved(kind, count);
  writeJson(work.reportFile, report, 0o600);
  return report;
}

async function found(read) {
  try {
    return await read();
  } catch (error) {
    if (error.status === 404) return undefined;
    throw error;
  }
}

async function bringGroup(moving, work, group, root) {
  const { source } = moving;
  const { id, full_path: fullPath } = group;
  const given = { root, into: work.into };
  const to = await work.progress.step(`Bringing ${fullPath}`, () => moveGroup(moving, group, given));
  if (to === undefined && !moving.dryRun) return;
  const projects = await moving.list('projects', fullPath, () => source.Groups.allProjects(id, { withShared: false }));
  for (const project of projects.toSorted((a, b) => a.id - b.id)) await bringProject(moving, work, project, root);
  const subgroups = await moving.list('groups', fullPath, () => source.Groups.allSubgroups(id));
  for (const subgroup of subgroups) await bringGroup(moving, work, subgroup, root);
}

async function bringProject(moving, work, { id, path_with_namespace: fullPath }, root) {
  await work.progress.step(`Bringing ${fullPath}`, () =>
    moving.attempt('projects', fullPath, async () => {
      const project = await moving.source.Projects.show(id);
      await moveProject(moving, project, { root, into: work.into }, mirrors(moving, work));
    }),
  );
}

/** Tokens open repositories over HTTP with any name; the source's address is that of the command, where its token may go. */
function mirrors({ importer }, { source, here, repositories }) {
  const address = (url, fullPath) => `${url}/${fullPath.split('/').map(encodeURIComponent).join('/')}.git`;
  return (id, pathThere, { path_with_namespace: pathHere }) =>
    new Mirror(path.join(repositories, String(id)), {
      from: { url: address(source.url, pathThere), username: 'oauth2', token: source.token },
      to: { url: address(here.url, pathHere), username: importer, token: here.token },
    });
}
