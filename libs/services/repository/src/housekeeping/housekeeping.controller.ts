import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, v4, type CallOf } from '@hearth/http';
import { z } from 'zod';
import { abilities } from '../abilities.js';
import { HousekeepingRecent } from '../refusals.js';
import { HousekeepRepository } from './housekeep.js';

const HousekeepingParams = z.object({
  id: v4.project(),
  task: v4
    .optional(v4.oneOf(['eager']))
    .describe('`eager`: packs the repository; unreachable objects are removed after two weeks, as always'),
});

@Controller()
export class HousekeepingController {
  constructor(private readonly housekeepRepository: HousekeepRepository) {}

  @Endpoint.post('/projects/:id/housekeeping', {
    summary: 'Start the upkeep of a repository, once a day',
    can: abilities.housekeep,
    routeBy: 'storage',
    params: HousekeepingParams,
    returns: returns.json(z.null().describe('Always null: the upkeep goes on after the answer')),
    refuses: [HousekeepingRecent],
  })
  async start(@Call() { project }: CallOf<typeof HousekeepingParams>): Promise<null> {
    await this.housekeepRepository.execute(project.project.id);
    return null;
  }
}
