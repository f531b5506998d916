import { Agent, request } from 'node:http';
import { waitFor, type ProjectRecord } from '@hearth/testing';
import { uniqueName } from '../system/names.js';
import type { Person } from '../system/people.js';
import { WorkingCopy } from '../system/working-copy.js';

/** Beyond what a request may wait for a process that restarts. */
const TIMEOUT_MS = 60_000;
/** Less than the time for which connections are kept that nothing happens on. */
const PACE_MS = 100;

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** A project that was pushed to, and what. */
interface Pushed {
  readonly project: ProjectRecord;
  readonly commit: string;
}

/** The path of the commits of a project that was pushed to. */
export function commitsOf({ project }: Pushed): string {
  return `/projects/${project.id}/repository/commits`;
}

/**
 * What goes on while a system is restarted: requests on connections that are kept and on fresh ones, pushes to new projects, clones.
 * Every failure is written down, every acknowledged write too.
 */
export class RollingLoad {
  /** What failed, in words. */
  readonly failures: string[] = [];
  /** Ids of the projects whose making was answered with 201. */
  readonly made: number[] = [];
  /** What git said it had pushed. */
  readonly pushed: Pushed[] = [];
  private readonly durations: number[] = [];
  /** How to stop each of the workers. */
  private readonly workers: (() => Promise<void>)[] = [];

  private constructor(
    private readonly url: string,
    private readonly owner: Person,
    private readonly copy: WorkingCopy,
  ) {}

  /** Begins, and settles when each kind of work has been done. @param url where it is sent */
  static async start(url: string, owner: Person): Promise<RollingLoad> {
    const copy = await WorkingCopy.create();
    const load = new RollingLoad(url, owner, copy);
    load.repeat((agent) => load.read(agent), true);
    load.repeat((agent) => load.makeAndRead(agent), true);
    load.repeat((agent) => load.makeAndRead(agent), false);
    load.repeat((agent) => load.pushAndClone(agent), true);
    await load.goesOn();
    return load;
  }

  /** Waits until another push and other writes were acknowledged. */
  async goesOn(): Promise<void> {
    const [made, pushed] = [this.made.length, this.pushed.length];
    await waitFor('writes to go on', () => this.made.length > made + 1 && this.pushed.length > pushed, {
      timeoutMs: TIMEOUT_MS,
    });
  }

  /** How many requests, pushes and clones there were, and how long the slowest took in milliseconds. */
  get total(): { readonly count: number; readonly slowestMs: number } {
    return { count: this.durations.length, slowestMs: Math.max(...this.durations) };
  }

  /** May be called more than once. */
  async stop(): Promise<void> {
    await Promise.all(this.workers.map((stop) => stop()));
    await this.copy.remove();
  }

  /**
   * Begins a turn again and again, at an even pace: on a small machine the load must not keep what restarts from starting.
   * @param kept whether the worker keeps its one connection, or opens one for each request
   */
  private repeat(turn: (agent: Agent) => Promise<unknown>, kept: boolean): void {
    const agent = new Agent({ keepAlive: kept, maxSockets: 1 });
    let running: Promise<unknown> | undefined;
    const timer = setInterval(() => {
      running ??= turn(agent)
        .catch((error: unknown) => this.failures.push((error as Error).message))
        .finally(() => (running = undefined));
    }, PACE_MS);
    this.workers.push(async () => {
      clearInterval(timer);
      await running;
      agent.destroy();
    });
  }

  /** From identity, and through the gateway to repository, which asks projects. */
  private async read(agent: Agent): Promise<void> {
    const user = await this.ask(agent, 'GET', '/user');
    if (user.status !== 200) this.failures.push(`GET /user: ${user.status} ${user.text}`);
    const last = this.pushed.at(-1);
    if (!last) return;
    const { status, text } = await this.ask(agent, 'GET', commitsOf(last));
    if (status !== 200 || !text.includes(last.commit)) this.failures.push(`GET ${commitsOf(last)}: ${status} ${text}`);
  }

  private async make(agent: Agent): Promise<ProjectRecord | undefined> {
    const { status, text } = await this.ask(agent, 'POST', '/projects', { name: uniqueName('rolling') });
    if (status !== 201) return void this.failures.push(`POST /projects: ${status} ${text}`);
    const project = JSON.parse(text) as ProjectRecord;
    this.made.push(project.id);
    return project;
  }

  /** More reads than writes: repositories are made behind the answers, and take longer than those. */
  private async makeAndRead(agent: Agent): Promise<void> {
    const project = await this.make(agent);
    for (const path of project ? [`/projects/${project.id}`, '/projects', `/projects/${project.id}`] : []) {
      const { status, text } = await this.ask(agent, 'GET', path);
      if (status !== 200) this.failures.push(`GET ${path}: ${status} ${text}`);
    }
  }

  /** A project of its own for each push: what the event of a first push brings about can then be seen of every one. */
  private async pushAndClone(agent: Agent): Promise<void> {
    const project = await this.make(agent);
    if (!project) return;
    const commit = await this.copy.commit('line.txt', uniqueName('line'));
    const remote = this.remoteOf(project);
    const push = await this.timed('git push', () => this.copy.git.attempt(['push', remote, 'HEAD:refs/heads/main']));
    if (push.code !== 0) return void this.failures.push(`git push: ${push.stderr}`);
    this.pushed.push({ project, commit });
    const clone = await this.timed('git clone', () => WorkingCopy.clone(remote, ['--quiet']));
    const head = await clone.git.idOf('HEAD');
    if (head !== commit) this.failures.push(`git clone: ${head} instead of ${commit}`);
    await clone.remove();
  }

  private remoteOf({ path_with_namespace: fullPath }: ProjectRecord): string {
    const url = new URL(`${this.url}/${fullPath}.git`);
    Object.assign(url, { username: this.owner.username, password: this.owner.token });
    return url.href;
  }

  private ask(agent: Agent, method: string, path: string, json?: unknown): Promise<Answer> {
    const body = json === undefined ? undefined : JSON.stringify(json);
    const headers = {
      'private-token': this.owner.token,
      ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    };
    const asking = () =>
      new Promise<Answer>((resolve, reject) => {
        const sent = request(`${this.url}/api/v4${path}`, { method, headers, agent, timeout: TIMEOUT_MS }, (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          answer.on('end', () => resolve({ status: answer.statusCode!, text }));
          answer.on('error', reject);
        });
        sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
        sent.on('error', reject);
        sent.end(body);
      });
    return this.timed(`${method} ${path}`, asking);
  }

  /** @throws with the name of what failed */
  private async timed<T>(what: string, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await work();
    } catch (error) {
      throw new Error(`${what}: ${(error as Error).message}`, { cause: error });
    } finally {
      this.durations.push(performance.now() - startedAt);
    }
  }
}
