import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { DeploymentPayloadFacts } from './deployment.facts.js';
import { IssuePayloadFacts } from './issue.facts.js';
import { MergeRequestPayloadFacts } from './merge-request.facts.js';
import { NotePayloadFacts } from './note.facts.js';
import { PushPayloadFacts } from './push.facts.js';
import { Payloads } from './payloads.js';
import { PipelinePayloadFacts } from './pipeline.facts.js';
import { RecordFacts } from './record.facts.js';
import { SystemPayloadFacts } from './system.facts.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule],
  providers: [
    Payloads,
    RecordFacts,
    PushPayloadFacts,
    IssuePayloadFacts,
    MergeRequestPayloadFacts,
    NotePayloadFacts,
    PipelinePayloadFacts,
    DeploymentPayloadFacts,
    SystemPayloadFacts,
  ],
  exports: [Payloads],
})
export class HookPayloadsModule {}
