import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { DeployKeyGrantQuery, DeployTokenGrantQuery, JobTokenGrantQuery } from '@hearth/identity-contracts';
import { DeployKeyFacts } from '../deploy-keys/deploy-key.facts.js';
import { DeployTokenFacts } from '../deploy-tokens/deploy-token.facts.js';
import { JobTokenScopeFacts } from '../job-token-scopes/job-token-scope.facts.js';

/** Answers what repository asks about the credentials of projects. */
@Controller()
export class ProjectsCredentialsProvider {
  constructor(
    private readonly deployKeyFacts: DeployKeyFacts,
    private readonly deployTokenFacts: DeployTokenFacts,
    private readonly jobTokenScopeFacts: JobTokenScopeFacts,
  ) {}

  @Answers(DeployKeyGrantQuery)
  deployKeyGrant(asked: InputOf<typeof DeployKeyGrantQuery>): Promise<OutputOf<typeof DeployKeyGrantQuery>> {
    return this.deployKeyFacts.grant(asked);
  }

  @Answers(DeployTokenGrantQuery)
  deployTokenGrant(asked: InputOf<typeof DeployTokenGrantQuery>): Promise<OutputOf<typeof DeployTokenGrantQuery>> {
    return this.deployTokenFacts.grant(asked);
  }

  @Answers(JobTokenGrantQuery)
  jobTokenGrant(asked: InputOf<typeof JobTokenGrantQuery>): Promise<OutputOf<typeof JobTokenGrantQuery>> {
    return this.jobTokenScopeFacts.grant(asked);
  }
}
