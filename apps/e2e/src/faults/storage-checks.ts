import path from 'node:path';
import { Git, waitFor, type ProjectRecord } from '@hearth/testing';
import { rowsOf } from '../system/database.js';
import { hearth } from '../system/hearth.js';
import { remoteOf, type Person } from '../system/people.js';
import { repositoriesOnDisk, repositoryName } from '../system/storage.js';
import { WorkingCopy } from '../system/working-copy.js';
import type { StorageJourney } from './storage-journey.js';

interface Place {
  readonly project: string;
  readonly primary: string;
  readonly copies: string[];
}

/** Waits until no copy of these projects lacks a change. */
export async function waitUntilCopiesFollow(projects: readonly ProjectRecord[]): Promise<void> {
  const ids = projects.map(({ id }) => id);
  const follow = async () => {
    const behind = await rowsOf(
      `select project_id, storage, wanted, followed from repository.repository_copies
       where project_id = any($1) and behind_since is not null limit 5`,
      ids,
    );
    if (behind.length > 0) throw new Error(JSON.stringify(behind));
    return true;
  };
  await waitFor('every copy to follow', follow, { timeoutMs: 180_000, intervalMs: 500 });
}

/** Returns what is lost, doubled or damaged in the repositories of a journey, as its clones show it. */
export async function mistakesOfStorageJourney(owner: Person, journey: StorageJourney): Promise<string[]> {
  if (!journey.hasEnded) return [`${journey.name} has not ended`];
  const found: string[] = [];
  for (const project of [journey.project, journey.fork]) {
    const clone = await WorkingCopy.clone(remoteOf(owner, project.path_with_namespace), ['--mirror']);
    const fsck = await clone.git.attempt(['fsck', '--strict', '--full']);
    if (fsck.code !== 0) found.push(`${project.path}: ${fsck.stderr}`);
    const commits = await clone.git.lines('rev-list', 'refs/heads/main');
    const expected = journey.commits + (project === journey.fork ? 1 : 0);
    if (commits.length !== expected) found.push(`${project.path} has ${commits.length} commits, not ${expected}`);
    const topic = project === journey.fork ? [] : await clone.git.lines('rev-list', 'refs/heads/topic');
    for (const { branch, tip } of journey.pushed.filter((each) => each.project.id === project.id)) {
      if (!(branch === 'topic' ? topic : commits).includes(tip))
        found.push(`${project.path}: ${tip} is not on ${branch}`);
    }
    await clone.remove();
  }
  return found;
}

/** Returns events that were published twice or for no change of the journal, and changes without an event or left open. */
export async function mistakesOfJournal(projects: readonly ProjectRecord[]): Promise<object[]> {
  return rowsOf(
    `select coalesce(changes.project_id, events.key::bigint) as project, changes.ref, changes.state, events.count
     from (select id, project_id, ref, state from repository.ref_changes where project_id = any($1)) as changes
     full join (select key, (data->>'sequence')::bigint as id, count(*)::int from repository.outbox
       where type = 'repository.ref-updated' and key = any($2) group by 1, 2) as events using (id)
     where (coalesce(state, 'refused') = 'settled') is distinct from (coalesce(count, 0) = 1)
       or coalesce(state, 'refused') = 'refused' and count > 0 or state = 'prepared'`,
    projects.map(({ id }) => id),
    projects.map(({ id }) => String(id)),
  );
}

/** Returns projects whose repository is not on one storage with one copy elsewhere, or whose refs differ between them. */
export async function mistakesOfPlaces(projects: readonly ProjectRecord[]): Promise<string[]> {
  const places = await rowsOf<Place>(
    `select project_id as project, storage as primary,
       array(select storage from repository.repository_copies as copies
         where copies.project_id = repositories.project_id and is_standing) as copies
     from repository.repositories where project_id = any($1) and deleted_at is null`,
    projects.map(({ id }) => id),
  );
  const found = places.length === projects.length ? [] : [`${places.length} of ${projects.length} have a repository`];
  const folders = [...(await repositoriesOnDisk())];
  for (const { project, primary, copies } of places) {
    if (copies.length !== 1 || copies[0] === primary) found.push(`${project} is on ${primary}, copied to ${copies}`);
    const refs = await Promise.all([primary, ...copies].map((storage) => refsOn(storage, Number(project), folders)));
    if (new Set(refs).size !== 1) found.push(`${project} differs on ${primary} and ${copies}: ${refs.join(' | ')}`);
  }
  return found;
}

async function refsOn(storage: string, projectId: number, folders: readonly string[]): Promise<string> {
  const root = path.join(hearth.data, 'storages', storage, '@hashed');
  const folder = folders.find((each) => each.startsWith(root) && path.basename(each) === repositoryName(projectId));
  if (!folder) return `nothing on ${storage}`;
  const refs = await new Git(folder).lines('for-each-ref', '--format=%(objectname) %(refname)');
  // A storage that returns sets aside what only it had.
  return refs.filter((ref) => !ref.includes('refs/hearth/diverged/')).join('\n');
}
