import { clock, waitFor, type ProjectRecord } from '@hearth/testing';
import { uniqueName } from './names.js';
import { remoteOf, type Person } from './people.js';
import { newProject, projectPath } from './projects.js';
import { WorkingCopy } from './working-copy.js';

/** From one round of operations to the next: without it reader and writer take a processor each. */
const PACE_MS = 200;

/** One repeated operation. Returns undefined on success, otherwise a description of the failure. */
type Turn = () => Promise<string | undefined>;

/**
 * A reader and a writer that run in parallel until they are stopped, and whose requests may never fail. Only two: on a small machine the load must
 * leave the tested processes enough time.
 */
export class SteadyLoad {
  /** The failures, in words. */
  readonly failures: string[] = [];
  private requests = 0;
  private readonly rounds: number[] = [];
  private running = true;
  private work: Promise<unknown> = Promise.resolve();

  private constructor(private readonly copy: WorkingCopy) {}

  /** Starts; settles once every operation was done. */
  static async start(owner: Person): Promise<SteadyLoad> {
    const copy = await WorkingCopy.create();
    const load = new SteadyLoad(copy);
    const project = await newProject(owner, 'steady');
    const lines = [readsOf(owner, project), [writeOf(owner), pushOf(owner, project, copy)]];
    load.work = Promise.all(lines.map((turns, index) => load.repeat(turns, index)));
    await load.goesOn();
    return load;
  }

  /** Waits until every operation was begun and ended once more. */
  async goesOn(): Promise<void> {
    const before = [...this.rounds];
    await waitFor(
      'requests to go on',
      () => this.rounds.length > 0 && this.rounds.every((count, index) => count >= (before[index] ?? 0) + 2),
      { timeoutMs: 30_000 },
    );
  }

  /** Number of requests and pushes. */
  get total(): number {
    return this.requests;
  }

  async stop(): Promise<void> {
    this.running = false;
    await this.work;
    await this.copy.remove();
  }

  private async repeat(turns: readonly Turn[], index: number): Promise<void> {
    this.rounds[index] = 0;
    while (this.running) {
      const next = clock() + PACE_MS;
      for (const turn of turns) {
        const failure = await turn().catch((error: unknown) => String(error));
        if (failure !== undefined) this.failures.push(failure);
        this.requests += 1;
      }
      this.rounds[index]! += 1;
      await waitFor('the next round', () => !this.running || clock() >= next, { intervalMs: 20 });
    }
  }
}

/** Reads through the gateway from projects, from repository, which calls projects, and from identity. */
function readsOf(owner: Person, project: ProjectRecord): Turn[] {
  return [projectPath(project), `${projectPath(project)}/repository/branches`, '/user'].map((path) => async () => {
    const answer = await owner.api.get(path);
    return answer.status === 200 ? undefined : `GET ${path}: ${answer.status} ${answer.text}`;
  });
}

function writeOf(owner: Person): Turn {
  return async () => {
    const answer = await owner.api.post('/projects', { name: uniqueName('steady') });
    return answer.status === 201 ? undefined : `POST /projects: ${answer.status} ${answer.text}`;
  };
}

function pushOf(owner: Person, project: ProjectRecord, copy: WorkingCopy): Turn {
  return async () => {
    await copy.commit('steady.txt', uniqueName('line'));
    const remote = remoteOf(owner, project.path_with_namespace);
    const { code, stderr } = await copy.git.attempt(['push', '--quiet', remote, 'HEAD:refs/heads/main']);
    return code === 0 ? undefined : `git push: ${stderr.toString()}`;
  };
}
