import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, v4, type CallOf } from '@hearth/http';
import { z } from 'zod';
import { abilities } from '../abilities.js';
import { ReadTookTooLong } from '../refusals.js';
import { withinTime } from '../repositories/within-time.js';
import { LanguagesFacts } from './languages.facts.js';

const LanguagesParams = z.object({ id: v4.project() });

const LanguagesView = z.record(z.string(), z.number()).describe('Share of each language in percent, the largest first');
type LanguagesView = z.output<typeof LanguagesView>;

@Controller()
export class LanguagesController {
  constructor(private readonly languagesFacts: LanguagesFacts) {}

  @Endpoint.get('/projects/:id/languages', {
    summary: 'Get the programming languages of the default branch',
    can: abilities.downloadCode,
    routeBy: 'storage',
    costly: true,
    params: LanguagesParams,
    returns: returns.json(LanguagesView),
    refuses: [ReadTookTooLong],
  })
  list(@Call() { project }: CallOf<typeof LanguagesParams>): Promise<LanguagesView> {
    return withinTime(this.languagesFacts.shares(project.project.id));
  }
}
