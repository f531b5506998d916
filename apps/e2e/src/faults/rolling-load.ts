import { Agent, request } from 'node:http';
import { waitFor, type ProjectRecord } from '@hearth/testing';
import { uniqueName } from '../system/names.js';
import type { Person } from '../system/people.js';
import { WorkingCopy } from '../system/working-copy.js';

/** Longer than a request may wait for a process that restarts. */
const TIMEOUT_MS = 60_000;
/** Shorter than the idle timeout of connections. */
const PACE_MS = 100;
/** Writes make repositories: as often as reads they would take a processor from the processes that restart. */
const PACE_OF_WRITES_MS = 500;

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** A project and the commit that was pushed to it. */
interface Pushed {
  readonly project: ProjectRecord;
  readonly commit: string;
}

/** Returns the path of the commits of a project that was pushed to. */
export function commitsOf({ project }: Pushed): string {
  return `/projects/${project.id}/repository/commits`;
}

/** One round of a worker, on its connection. */
export type Turn = (agent: Agent) => Promise<unknown>;

/**
 * Load during a restart of the system: requests on kept connections and on fresh ones, pushes to new projects, clones. Records every failure and
 * every acknowledged write.
 */
export class RollingLoad {
  /** The failures, in words. */
  readonly failures: string[] = [];
  /** Ids of the projects whose creation was answered with 201. */
  readonly made: number[] = [];
  /** Pushes that git reported as successful. */
  readonly pushed: Pushed[] = [];
  private readonly durations: number[] = [];
  /** Functions that stop the workers. */
  private readonly workers: (() => Promise<void>)[] = [];

  private constructor(
    private readonly url: string,
    private readonly owner: Person,
    private readonly copy: WorkingCopy,
  ) {}

  /** Starts, and settles when each kind of work has been done. @param url of the load balancer */
  static async start(url: string, owner: Person): Promise<RollingLoad> {
    const copy = await WorkingCopy.create();
    const load = new RollingLoad(url, owner, copy);
    load.repeat((agent) => load.read(agent), true);
    load.repeat((agent) => load.makeAndRead(agent), true, PACE_OF_WRITES_MS);
    load.repeat((agent) => load.makeAndRead(agent), false, PACE_OF_WRITES_MS);
    load.repeat((agent) => load.pushAndClone(agent), true, PACE_OF_WRITES_MS);
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

  /** Number of requests, pushes and clones, and the duration of the slowest in milliseconds. */
  get total(): { readonly count: number; readonly slowestMs: number } {
    return { count: this.durations.length, slowestMs: Math.max(...this.durations) };
  }

  /** Stops; may be called more than once. */
  async stop(): Promise<void> {
    await Promise.all(this.workers.map((stop) => stop()));
    await this.copy.remove();
  }

  /**
   * Repeats a turn at an even pace: on a small machine the load must leave restarting processes enough time to start.
   * @param kept whether the worker keeps its one connection, or opens one for each request
   */
  repeat(turn: Turn, kept: boolean, paceMs = PACE_MS): void {
    const agent = new Agent({ keepAlive: kept, maxSockets: 1 });
    let running: Promise<unknown> | undefined;
    const timer = setInterval(() => {
      running ??= turn(agent)
        .catch((error: unknown) => this.failures.push((error as Error).message))
        .finally(() => (running = undefined));
    }, paceMs);
    this.workers.push(async () => {
      clearInterval(timer);
      await running;
      agent.destroy();
    });
  }

  /** Reads from identity, and through the gateway from repository, which calls projects. */
  private async read(agent: Agent): Promise<void> {
    const user = await this.ask(agent, 'GET', '/user');
    if (user.status !== 200) this.failures.push(`GET /user: ${user.status} ${user.text}`);
    const last = this.pushed.at(-1);
    if (!last) return;
    const { status, text } = await this.ask(agent, 'GET', commitsOf(last));
    if (status !== 200 || !text.includes(last.commit)) this.failures.push(`GET ${commitsOf(last)}: ${status} ${text}`);
  }

  /** Makes a project. Returns undefined, after it has recorded the failure, when that is refused. */
  async make(agent: Agent): Promise<ProjectRecord | undefined> {
    const project = await this.write<ProjectRecord>(agent, ['POST', '/projects'], { name: uniqueName('rolling') });
    if (project) this.made.push(project.id);
    return project;
  }

  /** Writes a record and returns it; undefined, after it has recorded the failure, when that is refused. */
  async write<T extends object>(
    agent: Agent,
    [method, path]: readonly ['POST' | 'PUT', string],
    json: object,
  ): Promise<T | undefined> {
    const { status, text } = await this.ask(agent, method, path, json);
    if (status === (method === 'POST' ? 201 : 200)) return JSON.parse(text) as T;
    this.failures.push(`${method} ${path}: ${status} ${text}`);
    return undefined;
  }

  /** Reads more than it writes: repositories are made after the answers, and take longer than those. */
  private async makeAndRead(agent: Agent): Promise<void> {
    const project = await this.make(agent);
    for (const path of project ? [`/projects/${project.id}`, '/projects', `/projects/${project.id}`] : []) {
      const { status, text } = await this.ask(agent, 'GET', path);
      if (status !== 200) this.failures.push(`GET ${path}: ${status} ${text}`);
    }
  }

  /** Uses a project of its own for each push, so that the effect of every first push's event is visible. */
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

  /** @throws with the name of the failed work */
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
