import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { LastPipelinesQuery, NewestPipelinesQuery, NewestRecordsQuery, RefPipelinesQuery } from '@hearth/ci-contracts';
import { Database } from '@hearth/data';
import { PipelinesFinder } from '../pipelines/pipelines.finder.js';
import { PipelinesStore, pipelineCard } from '../pipelines/pipelines.store.js';
import { NewestRecordsStore } from './newest-records.store.js';

/** Answers what other services ask about pipelines and their newest records. */
@Controller()
export class PipelinesProvider {
  constructor(
    private readonly db: Database,
    private readonly pipelinesStore: PipelinesStore,
    private readonly pipelinesFinder: PipelinesFinder,
    private readonly newestRecordsStore: NewestRecordsStore,
  ) {}

  @Answers(LastPipelinesQuery)
  async last({ projectId, shas }: InputOf<typeof LastPipelinesQuery>): Promise<OutputOf<typeof LastPipelinesQuery>> {
    return { pipelines: await this.pipelinesStore.last(this.db, projectId, shas) };
  }

  @Answers(NewestPipelinesQuery)
  async newest({
    projectId,
    heads,
  }: InputOf<typeof NewestPipelinesQuery>): Promise<OutputOf<typeof NewestPipelinesQuery>> {
    const asked = heads.map((head) => ({ ...head, projectId: head.projectId ?? projectId }));
    return { pipelines: await this.pipelinesStore.newest(this.db, asked) };
  }

  @Answers(NewestRecordsQuery)
  newestRecords({ projectId }: InputOf<typeof NewestRecordsQuery>): Promise<OutputOf<typeof NewestRecordsQuery>> {
    return this.newestRecordsStore.of(this.db, projectId);
  }

  @Answers(RefPipelinesQuery)
  async ofRef(asked: InputOf<typeof RefPipelinesQuery>): Promise<OutputOf<typeof RefPipelinesQuery>> {
    const { projectId, ref, shas, mergeRequestId, page, perPage } = asked;
    const also = mergeRequestId === undefined ? {} : { orMergeRequestId: mergeRequestId };
    const filters = { ref, shas, ...also, orderBy: 'id', sort: 'desc' } as const;
    const { items, total } = await this.pipelinesFinder.page(this.db, projectId, filters, { page, perPage });
    return { pipelines: items.map(pipelineCard), total: total ?? null };
  }
}
