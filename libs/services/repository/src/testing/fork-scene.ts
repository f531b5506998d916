import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { ForkProgressedEvent } from '@hearth/repository-contracts';
import type { Database } from '@hearth/data';
import type { Delivery } from '@hearth/messaging';
import type { Git as Client } from '@hearth/testing';
import { OnForkRequested } from '../events/on-fork-requested.js';
import { OnProjectCreated } from '../events/on-project-created.js';
import { OnProjectDeleted } from '../events/on-project-deleted.js';
import { ForkRepository } from '../forks/fork.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';
import type { FakeProject } from './fake-services.js';
import type { GitProjects } from './git-projects.js';
import type { RepositoryApp } from './repository-app.js';

const USER = 7;

/** Forks of projects, by the events that make them. */
export class ForkScene {
  constructor(
    private readonly app: RepositoryApp,
    private readonly projects: GitProjects,
  ) {}

  get db(): Database {
    return this.app.database;
  }

  async pathOf({ id }: FakeProject): Promise<RepositoryPath> {
    return (await this.app.get(RepositoryFacts).path(id))!;
  }

  /** Checks that all objects of a repository exist and are sound. */
  async soundness(project: FakeProject, client: Client): Promise<void> {
    await client.run(['--git-dir', await this.pathOf(project), 'fsck', '--strict', '--full', '--no-dangling']);
  }

  /** Sends the events of a requested fork without starting its copy. */
  async request(source: FakeProject, branch?: string): Promise<FakeProject> {
    const fork = this.projects.make();
    const created = { projectId: fork.id, creatorId: USER, forkedFromId: source.id };
    const requested = { projectId: fork.id, sourceProjectId: source.id, userId: USER, branch };
    await this.db.tx((tx) => this.app.get(OnProjectCreated).handle(created, { tx } as Delivery));
    await this.db.tx((tx) => this.app.get(OnForkRequested).handle(requested, { tx } as Delivery));
    return fork;
  }

  execute({ id }: FakeProject): Promise<void> {
    return this.app.get(ForkRepository).execute({ projectId: id });
  }

  async forked(source: FakeProject, branch?: string): Promise<FakeProject> {
    const fork = await this.request(source, branch);
    await this.execute(fork);
    return fork;
  }

  /** Returns the published states of a fork, with the error of a failure. */
  async published({ id }: FakeProject): Promise<string[]> {
    const rows = await this.db.query<{ data: { state: string; error: string | null } }>(
      'select data from outbox where type = $1 and key = $2 order by id',
      [ForkProgressedEvent.name, String(id)],
    );
    return rows.map(({ data: { state, error } }) => (error === null ? state : `${state}: ${error}`));
  }

  async bury(project: FakeProject): Promise<void> {
    this.app.services.removeProject(project);
    await this.db.tx((tx) => this.app.get(OnProjectDeleted).handle({ projectId: project.id }, { tx } as Delivery));
  }

  /** Commits random bytes, which do not compress. */
  large(client: Client, text: string, bytes: number): Promise<string> {
    return this.projects.commit(client, text, randomBytes(bytes));
  }

  /** Returns the names of the files of packs with this ending, in their order. */
  async packs(project: FakeProject, suffix = '.pack'): Promise<string[]> {
    const names = await readdir(path.join(await this.pathOf(project), 'objects/pack'));
    return names.filter((name) => name.endsWith(suffix)).sort();
  }
}
