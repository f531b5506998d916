import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { HookEvent } from '../hook-deliveries/delivery.rules.js';
import { DeploymentPayloadFacts } from './deployment.facts.js';
import { presentDeploymentEvent } from './deployment.view.js';
import { IssuePayloadFacts } from './issue.facts.js';
import { presentIssueEvent } from './issue.view.js';
import { presentJobEvent } from './job.view.js';
import { MergeRequestPayloadFacts } from './merge-request.facts.js';
import { presentMergeRequestEvent } from './merge-request.view.js';
import { NotePayloadFacts } from './note.facts.js';
import { presentNoteEvent } from './note.view.js';
import { PushPayloadFacts } from './push.facts.js';
import { PipelinePayloadFacts } from './pipeline.facts.js';
import { presentPipelineEvent } from './pipeline.view.js';
import { presentPush, presentRepositoryUpdate } from './push.view.js';
import { presentReleaseEvent } from './release.view.js';
import { SystemPayloadFacts } from './system.facts.js';
import { presentMemberEvent, presentSystemEvent } from './system.view.js';

type ProjectEvent = Exclude<HookEvent, { readonly trigger: 'system_events' | 'member_events' }>;

/** Makes the payloads of deliveries, from the records as they are then. */
@Injectable()
export class Payloads {
  constructor(
    private readonly pushPayloadFacts: PushPayloadFacts,
    private readonly issuePayloadFacts: IssuePayloadFacts,
    private readonly notePayloadFacts: NotePayloadFacts,
    private readonly mergeRequestPayloadFacts: MergeRequestPayloadFacts,
    private readonly pipelinePayloadFacts: PipelinePayloadFacts,
    private readonly deploymentPayloadFacts: DeploymentPayloadFacts,
    private readonly systemPayloadFacts: SystemPayloadFacts,
  ) {}

  /** @returns undefined when the record that the event is about is gone */
  async bodyOf(event: HookEvent & { readonly projectId: ProjectId | null }): Promise<string | undefined> {
    const payload = await this.of(event);
    return payload && JSON.stringify(payload);
  }

  private async of({
    projectId,
    ...event
  }: HookEvent & { readonly projectId: ProjectId | null }): Promise<object | undefined> {
    if (event.trigger === 'system_events')
      return presented(await this.systemPayloadFacts.of(event.subject), presentSystemEvent);
    if (event.trigger === 'member_events')
      return presented(await this.systemPayloadFacts.ofMember(event.subject), presentMemberEvent);
    return projectId === null ? undefined : this.ofProject(projectId, event);
  }

  private async ofProject(projectId: ProjectId, event: ProjectEvent): Promise<object | undefined> {
    switch (event.trigger) {
      case 'push_events':
      case 'tag_push_events':
        return presented(await this.pushPayloadFacts.ofPush(projectId, event.subject), presentPush);
      case 'repository_update_events':
        return presented(await this.pushPayloadFacts.ofRefUpdate(projectId, event.subject), presentRepositoryUpdate);
      case 'issues_events':
      case 'confidential_issues_events':
        return presented(await this.issuePayloadFacts.of(event.trigger, event.subject), presentIssueEvent);
      case 'note_events':
      case 'confidential_note_events':
        return presented(await this.notePayloadFacts.of(projectId, event.trigger, event.subject), presentNoteEvent);
      case 'merge_requests_events':
        return presented(await this.mergeRequestPayloadFacts.of(event.subject), presentMergeRequestEvent);
      case 'pipeline_events':
        return presented(await this.pipelinePayloadFacts.ofPipeline(projectId, event.subject), presentPipelineEvent);
      case 'job_events':
        return presented(await this.pipelinePayloadFacts.ofJob(projectId, event.subject), presentJobEvent);
      case 'deployment_events':
        return presented(await this.deploymentPayloadFacts.of(projectId, event.subject), presentDeploymentEvent);
      case 'releases_events':
        return presented(await this.pushPayloadFacts.ofRelease(projectId, event.subject), presentReleaseEvent);
    }
  }
}

function presented<F>(facts: F | undefined, present: (facts: F) => object): object | undefined {
  return facts === undefined ? undefined : present(facts);
}
