import { segment, type ProjectRecord } from '@hearth/testing';
import { newPerson, remoteOf, type Person } from '../system/people.js';
import { newProject, projectPath } from '../system/projects.js';
import { WorkingCopy } from '../system/working-copy.js';
import { insist, lookedUp, observe } from './insist.js';

/** Merge requests into one project: their merges compete for its branch. */
const INTO_ONE = 5;
/** Number of steps of a journey. */
export const STEPS_OF_JOURNEY = 8;
const PUSH_MS = 30_000;

export type ForkRecord = ProjectRecord & { readonly import_status: string };

export interface MergeRequestRecord {
  readonly iid: number;
  readonly source_project_id: number;
  readonly state: string;
  readonly sha: string;
  readonly merge_commit_sha: string | null;
  readonly merge_when_pipeline_succeeds: boolean;
}

interface Status {
  readonly name: string;
  readonly status: string;
}

/** Users and projects of the journeys, created before the first strike. */
export class MergeGround {
  private constructor(
    readonly owner: Person,
    readonly author: Person,
    readonly copy: WorkingCopy,
  ) {}

  static async create(): Promise<MergeGround> {
    const [owner, author] = await Promise.all([newPerson('owner'), newPerson('author')]);
    return new MergeGround(owner, author, await WorkingCopy.create());
  }

  /** Makes the projects, and the commit and the issue of each journey. @param passed called after each step */
  async journeys(count: number, passed: () => void): Promise<MergeJourney[]> {
    const base = await this.copy.commit('readme.md', 'hello\n');
    const targets: ProjectRecord[] = [];
    const journeys: MergeJourney[] = [];
    for (let number = 0; number < count; number += 1) {
      if (number % INTO_ONE === 0) targets.push(await this.target(base));
      const target = targets.at(-1)!;
      const branch = `topic-${number}`;
      await this.copy.git.run(['switch', '--quiet', '-c', branch, base]);
      const sha = await this.copy.commit(`${branch}.md`, 'more\n');
      const issue = await this.owner.api.post(`${projectPath(target)}/issues`, { title: branch });
      const { iid } = issue.expect(201).json<{ iid: number }>();
      journeys.push(new MergeJourney(this, { target, branch, sha, issue: iid }, passed));
    }
    return journeys;
  }

  private async target(base: string): Promise<ProjectRecord> {
    const target = await newProject(this.owner, 'target', 'public');
    await this.copy.push(remoteOf(this.owner, target.path_with_namespace), `${base}:refs/heads/main`);
    return target;
  }
}

interface Plan {
  readonly target: ProjectRecord;
  readonly branch: string;
  /** Head of the source branch. */
  readonly sha: string;
  /** The issue that the merge closes. */
  readonly issue: number;
}

/** A fork, a merge request from it, and its merge when the pipeline succeeds. */
export class MergeJourney {
  private forked: ForkRecord | undefined;
  private opened: MergeRequestRecord | undefined;

  constructor(
    private readonly ground: MergeGround,
    readonly plan: Plan,
    private readonly passed: () => void,
  ) {}

  get fork(): ForkRecord {
    return this.forked!;
  }

  /** The merge request as it was opened. */
  get mergeRequest(): MergeRequestRecord {
    return this.opened!;
  }

  /** Makes every step, repeating it as often as necessary. @throws Error that names the step that was refused or lost */
  async run(): Promise<void> {
    this.forked = await this.step(this.requestFork());
    await this.step(this.forkFinishes());
    await this.step(this.push());
    this.opened = await this.step(this.open());
    await this.step(this.report('pending', ['pending', 'success']));
    await this.step(this.wish());
    await this.step(this.report('success', ['success']));
    await this.step(this.isMerged());
  }

  private async step<T>(done: Promise<T>): Promise<T> {
    const result = await done;
    this.passed();
    return result;
  }

  private requestFork(): Promise<ForkRecord> {
    const { author } = this.ground;
    const { target, branch } = this.plan;
    const path = `${target.path}-${branch}`;
    return insist(
      `the fork ${path}`,
      () => lookedUp<ForkRecord>(author.api.get(`/projects/${segment(`${author.username}/${path}`)}`)),
      () => author.api.post(`${projectPath(target)}/fork`, { name: path, path }),
    );
  }

  private forkFinishes(): Promise<ForkRecord> {
    return observe(`the copy of ${this.fork.path}`, async () => {
      const now = await lookedUp<ForkRecord>(this.ground.author.api.get(`/projects/${this.fork.id}`));
      if (now?.import_status !== 'finished') throw new Error(`it is ${now?.import_status ?? 'gone'}`);
      return now;
    });
  }

  private push(): Promise<object> {
    const { author, copy } = this.ground;
    const { branch, sha } = this.plan;
    const remote = remoteOf(author, this.fork.path_with_namespace);
    return observe(`the push to ${this.fork.path}`, async () => {
      const { code, stderr } = await copy.git.attempt(['push', '--quiet', remote, `${sha}:refs/heads/${branch}`], {
        timeoutMs: PUSH_MS,
      });
      if (code !== 0) throw new Error(stderr.trim());
      return { sha };
    });
  }

  private open(): Promise<MergeRequestRecord> {
    const { owner, author } = this.ground;
    const { target, branch, issue } = this.plan;
    const open = { title: branch, description: `Closes #${issue}`, source_branch: branch, target_branch: 'main' };
    const all = `/projects/${target.id}/merge_requests?state=all&per_page=100`;
    return insist(
      `the merge request of ${this.fork.path}`,
      async () => {
        const listed = await lookedUp<MergeRequestRecord[]>(owner.api.get(all));
        return listed?.find((each) => each.source_project_id === this.fork.id);
      },
      () => author.api.post(`/projects/${this.fork.id}/merge_requests`, { ...open, target_project_id: target.id }),
    );
  }

  /** @param states allowed values of the status afterwards */
  private report(state: string, states: readonly string[]): Promise<object> {
    const { author } = this.ground;
    const { branch: ref, sha } = this.plan;
    const { id, path } = this.fork;
    const statuses = `/projects/${id}/repository/commits/${sha}/statuses?ref=${ref}`;
    return insist(
      `the status ${state} of ${path}`,
      async () => {
        const listed = await lookedUp<Status[]>(author.api.get(statuses));
        return listed?.find(({ name, status }) => name === 'external' && states.includes(status));
      },
      () => author.api.post(`/projects/${id}/statuses/${sha}`, { state, ref, name: 'external' }),
    );
  }

  private wish(): Promise<object> {
    const wish = { merge_when_pipeline_succeeds: true, sha: this.plan.sha };
    return insist(
      `the wish to merge ${this.fork.path}`,
      async () => {
        const now = await this.read();
        return now?.merge_when_pipeline_succeeds ? now : undefined;
      },
      () => this.ground.owner.api.put(`${this.path}/merge`, wish),
    );
  }

  private isMerged(): Promise<object> {
    return observe(`the merge of ${this.fork.path}`, async () => {
      const now = await this.read();
      if (now?.state !== 'merged') throw new Error(`it is ${now?.state ?? 'gone'}`);
      return now;
    });
  }

  /** Path of the merge request in the API. */
  get path(): string {
    return `/projects/${this.plan.target.id}/merge_requests/${this.mergeRequest.iid}`;
  }

  private read(): Promise<MergeRequestRecord | undefined> {
    return lookedUp<MergeRequestRecord>(this.ground.owner.api.get(this.path));
  }
}
