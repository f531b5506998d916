import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { RepositoryCopiesChangedEvent } from '@hearth/projects-contracts';
import { Jobs } from '@hearth/jobs';
import { On, type Delivery } from '@hearth/messaging';
import { WantCopiesJob } from '../jobs.js';

@Controller()
export class OnRepositoryCopiesChanged {
  constructor(private readonly jobs: Jobs) {}

  @On(RepositoryCopiesChangedEvent)
  async handle(changed: EventDataOf<typeof RepositoryCopiesChangedEvent>, { tx }: Delivery): Promise<void> {
    await this.jobs.add(tx, WantCopiesJob, changed);
  }
}
