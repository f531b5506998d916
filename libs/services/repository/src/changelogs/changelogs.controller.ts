import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { z } from 'zod';
import { abilities } from '../abilities.js';
import { COMMIT_REFUSALS } from '../journal/commit-to-branch.js';
import { ACTION_REFUSALS, ChangelogFailed, ReadTookTooLong } from '../refusals.js';
import { readerOf } from '../repositories/reader.js';
import { withinTime } from '../repositories/within-time.js';
import { AddChangelog } from './add.js';
import { ChangelogFacts } from './changelog.facts.js';
import { AddChangelogParams, DEFAULTS, ReadChangelogParams, changelogRequest } from './changelog.params.js';
import { ChangelogView } from './changelog.view.js';

@Controller()
export class ChangelogsController {
  constructor(
    private readonly changelogFacts: ChangelogFacts,
    private readonly addChangelog: AddChangelog,
  ) {}

  @Endpoint.get('/projects/:id/repository/changelog', {
    summary: 'Generate the section of a release for a changelog, from the trailers of commits',
    can: abilities.downloadCode,
    authorize: 'before-params',
    routeBy: 'storage',
    costly: true,
    jobTokens: true,
    params: ReadChangelogParams,
    returns: returns.json(ChangelogView),
    refuses: [ChangelogFailed, ReadTookTooLong],
  })
  async read(@Call() call: CallOf<typeof ReadChangelogParams>): Promise<ChangelogView> {
    const asked = changelogRequest(call.params, new Date());
    return {
      notes: await withinTime(this.changelogFacts.section(call.project, readerOf(call), asked, call.signal)),
    };
  }

  @Endpoint.post('/projects/:id/repository/changelog', {
    summary: 'Add the section of a release to a changelog, by a commit on a branch',
    can: abilities.pushCode,
    authorize: abilities.downloadCode,
    anonymous: 'allowed',
    routeBy: 'storage',
    status: 200,
    params: AddChangelogParams,
    returns: returns.json(z.literal(200).describe('Always 200')),
    refuses: [ChangelogFailed, ReadTookTooLong, ...COMMIT_REFUSALS, ...ACTION_REFUSALS],
  })
  async add(@Call() call: CallOf<typeof AddChangelogParams>): Promise<200> {
    const { params, project, user } = call;
    const { version, branch, to = branch, file = DEFAULTS.file } = params;
    const message = params.message ?? `Add changelog for version ${version}`;
    const asked = { ...changelogRequest(params, new Date()), to };
    const section = await withinTime(this.changelogFacts.section(project, readerOf(call), asked, call.signal));
    await this.addChangelog.execute(project, user, { section, version, branch, file, message });
    return 200;
  }
}
