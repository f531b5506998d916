import { clock, waitFor, type ApiClient, type ProjectRecord } from '@hearth/testing';
import { uniqueName } from './names.js';
import type { Person } from './people.js';
import type { WorkingCopy } from './working-copy.js';

/** From one round of writes to the next: without it the writer takes a processor of its own as long as it runs. */
const PACE_MS = 1_000;

/** Writes steadily while the system is disturbed, and records the acknowledged writes. */
export class BackgroundWriter {
  private readonly projects: number[] = [];
  private readonly pushed: string[] = [];
  /** Writes that were not acknowledged, in words. */
  readonly refused: string[] = [];
  private running = false;
  private work: Promise<void> = Promise.resolve();
  private readonly api: ApiClient;
  private readonly ref: string;

  constructor(
    person: Person,
    private readonly copy: WorkingCopy,
    private readonly remote: string,
    branch: string,
  ) {
    this.api = person.api;
    this.ref = `refs/heads/${branch}`;
  }

  start(): void {
    this.running = true;
    this.work = this.write();
  }

  /** Waits until that many pushes and projects were acknowledged. */
  async wrote(count: number): Promise<void> {
    await waitFor('the first writes', () => this.projects.length >= count && this.pushed.length >= count);
  }

  /** Number of acknowledged writes so far. */
  get acknowledged(): number {
    return this.projects.length + this.pushed.length;
  }

  async stop(): Promise<void> {
    this.running = false;
    await this.work;
  }

  /** Checks that every acknowledged project exists, and that the branch contains every acknowledged commit. */
  async expectNothingLost(): Promise<void> {
    const found = this.projects.map((id) => this.api.read<ProjectRecord>(`/projects/${id}`));
    expect((await Promise.all(found)).map(({ id }) => id)).toEqual(this.projects);
    await this.copy.git.run(['fetch', '--quiet', this.remote, `+${this.ref}:refs/scribe`]);
    const held = new Set(await this.copy.git.lines('rev-list', 'refs/scribe'));
    expect(this.pushed.filter((id) => !held.has(id))).toEqual([]);
  }

  /** Writes one after the other: on a small machine the writer must leave the disturbed processes enough time. */
  private async write(): Promise<void> {
    while (this.running) {
      const next = clock() + PACE_MS;
      await this.makeProject();
      await this.push();
      await waitFor('the next round', () => !this.running || clock() >= next, { intervalMs: 20 });
    }
  }

  private async makeProject(): Promise<void> {
    try {
      const answer = await this.api.post('/projects', { name: uniqueName('scribe') });
      if (answer.status === 201) this.projects.push(answer.json<ProjectRecord>().id);
      else this.refused.push(`a project was answered with ${answer.status}`);
    } catch (error) {
      this.refused.push(`a project was not answered: ${(error as Error).message}`);
    }
  }

  private async push(): Promise<void> {
    const id = await this.copy.commit('scribe.txt', `${this.pushed.length} ${uniqueName('line')}\n`);
    const { code, stderr } = await this.copy.git.attempt(['push', '--quiet', this.remote, `HEAD:${this.ref}`], {
      timeoutMs: 20_000,
    });
    if (code === 0) this.pushed.push(id);
    else this.refused.push(`a push ended with ${code}: ${stderr.trim()}`);
  }
}
