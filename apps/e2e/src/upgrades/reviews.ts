import type { Agent } from 'node:http';
import type { ProjectRecord } from '@hearth/testing';
import type { RollingLoad } from '../faults/rolling-load.js';
import type { Person } from '../system/people.js';

const CONFIGURATION = 'build:\n  script: make\n';

interface Review {
  readonly project: ProjectRecord;
  /** The first commit of the project, which has a pipeline. */
  readonly sha: string;
}

/** Merge requests of projects of their own, each with an issue that it closes and pipelines: work of every service. */
export class Reviews {
  /** Those whose merge was acknowledged. */
  readonly merged: Review[] = [];

  private constructor(private readonly load: RollingLoad) {}

  /** Adds them to a load. */
  static in(load: RollingLoad): Reviews {
    const reviews = new Reviews(load);
    load.repeat((agent) => reviews.review(agent), true);
    return reviews;
  }

  /** Returns the ids of the projects whose issue is open, whose merge request is not merged or whose commits have no pipeline. */
  async unfinished(owner: Person): Promise<number[]> {
    const states = await Promise.all(this.merged.map(({ project, sha }) => stateOf(owner, project.id, sha)));
    return this.merged.filter((_, index) => states[index] !== 'merged, closed, 1').map(({ project }) => project.id);
  }

  private async review(agent: Agent): Promise<void> {
    const project = await this.load.make(agent);
    if (!project) return;
    const write = <T extends object>(path: string, json: object) =>
      this.load.write<T>(agent, ['POST', `/projects/${project.id}/${path}`], json);
    const first = await write<{ id: string }>('repository/commits', commit('main', '.gitlab-ci.yml', CONFIGURATION));
    if (!first) return;
    const topic = { ...commit('topic', 'topic.md', 'more\n'), start_branch: 'main' };
    const issue = { title: 'To be closed' };
    const request = { source_branch: 'topic', target_branch: 'main', title: 'Topic', description: 'Closes #1' };
    if (!(await write('repository/commits', topic)) || !(await write('issues', issue))) return;
    if (!(await write('issues/1/notes', { body: 'On it.' })) || !(await write('merge_requests', request))) return;
    const merge = `/projects/${project.id}/merge_requests/1/merge`;
    if (await this.load.write(agent, ['PUT', merge], {})) this.merged.push({ project, sha: first.id });
  }
}

function commit(branch: string, filePath: string, content: string): object {
  const actions = [{ action: 'create', file_path: filePath, content }];
  return { branch, commit_message: `Add ${filePath}`, actions };
}

/** State of the merge request, state of the issue, number of pipelines of the commit. */
async function stateOf({ api }: Person, id: number, sha: string): Promise<string> {
  const { state } = await api.read<{ state: string }>(`/projects/${id}/merge_requests/1`);
  const issue = await api.read<{ state: string }>(`/projects/${id}/issues/1`);
  const pipelines = await api.read<object[]>(`/projects/${id}/pipelines?sha=${sha}&ref=main`);
  return `${state}, ${issue.state}, ${pipelines.length}`;
}
