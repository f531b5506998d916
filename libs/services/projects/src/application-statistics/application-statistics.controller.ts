import { Controller } from '@nestjs/common';
import { Endpoint, returns } from '@hearth/http';
import { z } from 'zod';
import { ApplicationStatisticsFacts } from './application-statistics.facts.js';
import { ApplicationStatisticsView, presentApplicationStatistics } from './application-statistics.view.js';

@Controller()
export class ApplicationStatisticsController {
  constructor(private readonly applicationStatisticsFacts: ApplicationStatisticsFacts) {}

  @Endpoint.get('/application/statistics', {
    summary: 'Count the records of the instance',
    admin: true,
    params: z.object({}),
    returns: returns.json(ApplicationStatisticsView),
  })
  async one(): Promise<ApplicationStatisticsView> {
    return presentApplicationStatistics(await this.applicationStatisticsFacts.current());
  }
}
