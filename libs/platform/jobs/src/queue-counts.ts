import type { ServiceName } from '@hearth/contract-kit';
import { jobSchemaName, type Db, type Row } from '@hearth/data';
import { DEAD_QUEUE } from './job.js';
import { INTERNAL_QUEUES } from './queues.js';

export const QUEUE_STATES = ['waiting', 'running', 'failed', 'dead'] as const;

/** Numbers of the jobs of a queue that wait, run, have failed for good within the last hour, or are dead letters. */
export interface QueueCounts extends Row, Readonly<Record<(typeof QUEUE_STATES)[number], number>> {
  readonly queue: string;
}

/** Counts the jobs of every queue of a service. */
export function queueCounts(service: ServiceName, db: Db): Promise<QueueCounts[]> {
  const schema = jobSchemaName(service);
  return db.prepared<QueueCounts>(
    `select q.name as queue,
       count(*) filter (where j.name = q.name and j.state < 'active') as waiting,
       count(*) filter (where j.name = q.name and j.state = 'active') as running,
       count(*) filter (where j.name = q.name and j.state = 'failed') as failed,
       count(*) filter (where j.name <> q.name and j.state < 'active' and not j.blocked) as dead
     from ${schema}.queue q
       left join ${schema}.job j on q.name = case when j.name = '${DEAD_QUEUE}' then j.source_name else j.name end
     where q.name <> all($1::text[]) group by q.name order by q.name`,
    [INTERNAL_QUEUES],
  );
}
