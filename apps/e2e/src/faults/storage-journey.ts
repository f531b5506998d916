import { randomUUID } from 'node:crypto';
import { segment, type ProjectRecord } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { remoteOf, type Person } from '../system/people.js';
import { WorkingCopy } from '../system/working-copy.js';
import { insist, lookedUp, observe } from './insist.js';
import type { ForkRecord, MergeRequestRecord } from './merge-journey.js';
import { report } from './suite.js';

/** Number of steps of a journey. */
export const STEPS_OF_STORAGE_JOURNEY = 10;
/** Longer than a repository waits for its owner. */
const PUSH_MS = 45_000;

interface StorageMove {
  readonly id: number;
  readonly state: string;
}

/** A commit of another client, and its place. */
interface Pushed {
  readonly project: ProjectRecord;
  readonly branch: string;
  readonly tip: string;
}

/**
 * A project that is pushed to, changed by the API, merged into, moved to another storage and forked. Each step is repeated until it is acknowledged, and
 * is done once.
 */
export class StorageJourney {
  /** The last acknowledged tips, and the branches they belong to. */
  readonly pushed: Pushed[] = [];
  private made: ProjectRecord | undefined;
  private forked: ForkRecord | undefined;

  /** @param passed called after each step */
  constructor(
    private readonly owner: Person,
    readonly name: string,
    private readonly passed: () => void,
  ) {}

  get project(): ProjectRecord {
    return this.made!;
  }

  get fork(): ForkRecord {
    return this.forked!;
  }

  get hasEnded(): boolean {
    return this.pushed.some(({ project }) => project.id === this.forked?.id);
  }

  /** Number of commits on `main` at the end: two pushes, one of the API, a topic and its merge. */
  readonly commits = 5;

  /** @throws Error that names the step that was refused or lost */
  async run(): Promise<void> {
    const copy = await WorkingCopy.create();
    try {
      this.made = await this.step(this.create());
      await this.step(this.push(copy, this.project, 'main', 'first.txt'));
      await this.step(this.commit());
      const move = this.move();
      await this.step(this.pull(copy).then(() => this.push(copy, this.project, 'topic', 'topic.txt')));
      const { iid } = await this.step(this.openMergeRequest());
      await this.step(this.merge(iid));
      await this.step(move);
      await this.step(this.pull(copy).then(() => this.push(copy, this.project, 'main', 'last.txt')));
      this.forked = await this.step(this.makeFork());
      await this.step(this.push(copy, this.fork, 'main', 'fork.txt'));
    } finally {
      await copy.remove();
    }
  }

  private async step<T>(done: Promise<T>): Promise<T> {
    const result = await done;
    this.passed();
    return result;
  }

  private create(): Promise<ProjectRecord> {
    const { api, username } = this.owner;
    return insist(
      `the project ${this.name}`,
      () => lookedUp<ProjectRecord>(api.get(`/projects/${segment(`${username}/${this.name}`)}`)),
      () => api.post('/projects', { name: this.name }),
    );
  }

  /** Commits a file and pushes it, as a client that pushes again when that has failed. */
  private async push(copy: WorkingCopy, project: ProjectRecord, branch: string, file: string): Promise<void> {
    const tip = await copy.commit(file, randomUUID());
    const remote = remoteOf(this.owner, project.path_with_namespace);
    await observe(`the push of ${file} to ${project.path}`, async () => {
      const pushed = await copy.git.attempt(['push', '--quiet', remote, `${tip}:refs/heads/${branch}`], {
        timeoutMs: PUSH_MS,
      });
      // The retry would hide the timeout of this push.
      if (pushed.code === null) report(`the push of ${file} to ${project.path} was ended after ${PUSH_MS / 1000} s`);
      if (pushed.code !== 0) throw new Error(pushed.stderr.trim());
      return pushed;
    });
    this.pushed.push({ project, branch, tip });
  }

  /** Moves the working copy to the branch `main`. */
  private async pull(copy: WorkingCopy): Promise<void> {
    const remote = remoteOf(this.owner, this.project.path_with_namespace);
    await observe(`a fetch of ${this.name}`, async () => {
      const fetched = await copy.git.attempt(['fetch', '--quiet', remote, 'main'], { timeoutMs: PUSH_MS });
      if (fetched.code !== 0) throw new Error(fetched.stderr.trim());
      return fetched;
    });
    await copy.git.run(['reset', '--quiet', '--hard', 'FETCH_HEAD']);
  }

  private commit(): Promise<object> {
    const { api } = this.owner;
    const repository = `/projects/${this.project.id}/repository`;
    const actions = [{ action: 'create', file_path: 'api.txt', content: this.name }];
    return insist(
      `the commit of the API in ${this.name}`,
      () => lookedUp(api.get(`${repository}/files/api.txt`, { ref: 'main' })),
      () => api.post(`${repository}/commits`, { branch: 'main', commit_message: 'By the API', actions }),
    );
  }

  private openMergeRequest(): Promise<MergeRequestRecord> {
    const { api } = this.owner;
    const all = `/projects/${this.project.id}/merge_requests`;
    return insist(
      `the merge request of ${this.name}`,
      async () => (await lookedUp<MergeRequestRecord[]>(api.get(all, { state: 'all' })))?.[0],
      () => api.post(all, { title: 'Topic', source_branch: 'topic', target_branch: 'main' }),
    );
  }

  private merge(iid: number): Promise<object> {
    const { api } = this.owner;
    const one = `/projects/${this.project.id}/merge_requests/${iid}`;
    return insist(
      `the merge of ${this.name}`,
      async () => {
        const now = await lookedUp<MergeRequestRecord>(api.get(one));
        // A merge that was not answered may still be under way.
        if (now?.state === 'locked') throw new Error('it is locked');
        return now?.state === 'merged' ? now : undefined;
      },
      () => api.put(`${one}/merge`),
    );
  }

  /** Asks for a move to another storage and waits for its end. It fails when its storage is taken over meanwhile. */
  private async move(): Promise<object> {
    const moves = `/projects/${this.project.id}/repository_storage_moves`;
    const newest = async () => (await lookedUp<StorageMove[]>(hearth.root.get(moves)))?.[0];
    await insist(`a move of ${this.name}`, newest, () => hearth.root.post(moves));
    return observe(`the end of the move of ${this.name}`, async () => {
      const now = await newest();
      return now && ['finished', 'failed'].includes(now.state) ? now : undefined;
    });
  }

  private async makeFork(): Promise<ForkRecord> {
    const { api, username } = this.owner;
    const path = `${this.name}-fork`;
    const look = () => lookedUp<ForkRecord>(api.get(`/projects/${segment(`${username}/${path}`)}`));
    await insist(`the fork ${path}`, look, () => api.post(`/projects/${this.project.id}/fork`, { name: path, path }));
    return observe(`the copy of ${path}`, async () => {
      const now = await look();
      if (now?.import_status !== 'finished') throw new Error(`it is ${now?.import_status ?? 'gone'}`);
      return now;
    });
  }
}
