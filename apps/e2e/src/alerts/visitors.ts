import { waitFor, type ProjectRecord } from '@hearth/testing';
import type { Person } from '../system/people.js';
import { projectPath } from '../system/projects.js';

const AT_ONCE = 6;
const PAUSE_MS = 100;
const CALM_MS = 10_000;

/** Requests of every service, some of which publish events; whether they are answered is of no matter. */
export class Visitors {
  private running = true;
  private failedAt = 0;
  private readonly work: Promise<unknown>;

  constructor(
    private readonly owner: Person,
    private readonly project: ProjectRecord,
  ) {
    this.work = Promise.all(Array.from({ length: AT_ONCE }, (_, index) => this.visit(index)));
  }

  /** Waits until no request has failed for some seconds. */
  async calm(): Promise<void> {
    const isCalm = () => performance.now() - this.failedAt > CALM_MS;
    await waitFor('requests to be answered', isCalm, { timeoutMs: 180_000, intervalMs: 500 });
  }

  async stop(): Promise<void> {
    this.running = false;
    await this.work;
  }

  private async visit(first: number): Promise<void> {
    const { api } = this.owner;
    const at = projectPath(this.project);
    const requests = [
      () => api.get('/user'),
      () => api.get(at),
      () => api.get(`${at}/repository/branches`),
      () => api.get(`${at}/merge_requests`),
      () => api.get(`${at}/pipelines`),
      () => api.post(`${at}/issues`, { title: 'Seen' }),
    ];
    for (let turn = first; this.running; turn += 1) {
      const next = performance.now() + PAUSE_MS;
      const status = await requests[turn % requests.length]!().then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 0 || status >= 500) this.failedAt = performance.now();
      await waitFor('the next visit', () => performance.now() >= next, { intervalMs: 20 });
    }
  }
}
