import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AccessLevel, type Principal } from '@hearth/contract-kit';
import { RefUpdatedEvent } from '@hearth/repository-contracts';
import type { Git as Client } from '@hearth/testing';
import type { FakeProject } from './fake-services.js';
import type { RepositoryApp } from './repository-app.js';

/** Rows of a project in the journal and the outbox. */
export interface JournalAndOutbox {
  readonly states: string[];
  /** Ref, old and new id of each event. */
  readonly published: (string | null)[][];
}

/** Projects of an app with a member of each level, and clients that push to them. */
export class GitProjects {
  readonly master: Principal;
  readonly developer: Principal;
  readonly reporter: Principal;
  readonly stranger: Principal;
  private names = 0;

  constructor(private readonly app: RepositoryApp) {
    const user = (name: string) => app.admit(app.services.addUser(name));
    this.master = user('master');
    this.developer = user('developer');
    this.reporter = user('reporter');
    this.stranger = user('stranger');
  }

  /** Creates a project without a repository. */
  make(visibility: FakeProject['visibility'] = 'private'): FakeProject {
    const project = this.app.services.addProject(`group/project-${++this.names}`, visibility);
    project.members.set(this.master.userId, AccessLevel.master);
    project.members.set(this.developer.userId, AccessLevel.developer);
    project.members.set(this.reporter.userId, AccessLevel.reporter);
    return project;
  }

  /** Creates a project with one commit on `main`; returns it with the client that pushed the commit as a master. */
  async start(visibility?: FakeProject['visibility']): Promise<{ project: FakeProject; client: Client }> {
    const project = this.make(visibility);
    const client = await this.client(project, this.master);
    await client.run(['push', '--quiet', 'origin', 'main']);
    return { project, client };
  }

  /** Creates a client's repository with one commit on `main` and the project as its remote `origin`. */
  async client(project: FakeProject, principal: Principal | undefined): Promise<Client> {
    const client = await this.app.clientFolder(`${project.fullPath}-${++this.names}`);
    await client.run(['init', '--quiet', '-b', 'main']);
    await client.run(['remote', 'add', 'origin', this.app.remote(project.fullPath, principal)]);
    await this.commit(client, 'first');
    return client;
  }

  /** Commits a new file; returns the commit's id. */
  async commit(client: Client, text: string, content: string | Buffer = `${text}\n`): Promise<string> {
    await writeFile(path.join(client.folder, `${text}.txt`), content);
    await client.run(['add', '.']);
    await client.run(['commit', '--quiet', '-m', text]);
    return client.idOf('HEAD');
  }

  /** Returns the refs of a project as they are advertised to a master. */
  async refs(project: FakeProject): Promise<string[]> {
    const client = await this.app.clientFolder('ls-remote');
    return client.lines('ls-remote', this.app.remote(project.fullPath, this.master));
  }

  async journal({ id }: FakeProject): Promise<JournalAndOutbox> {
    const db = this.app.database;
    const rows = await db.query<{ state: string }>('select state from ref_changes where project_id = $1 order by id', [
      id,
    ]);
    const events = await db.query<{ data: Record<string, string | null> }>(
      'select data from outbox where type = $1 and key = $2 order by id',
      [RefUpdatedEvent.name, String(id)],
    );
    return {
      states: rows.map(({ state }) => state),
      published: events.map(({ data }) => [data['ref']!, data['oldId']!, data['newId']!]),
    };
  }
}
