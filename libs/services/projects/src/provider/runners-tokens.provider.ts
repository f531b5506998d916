import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { FindByRunnersTokenQuery } from '@hearth/projects-contracts';
import { FindByRunnersToken } from '../runners-tokens/find.js';

/** Answers for which project a runner registers. */
@Controller()
export class RunnersTokensProvider {
  constructor(private readonly findByRunnersToken: FindByRunnersToken) {}

  @Answers(FindByRunnersTokenQuery)
  async find({ token }: InputOf<typeof FindByRunnersTokenQuery>): Promise<OutputOf<typeof FindByRunnersTokenQuery>> {
    return { projectId: await this.findByRunnersToken.execute(token) };
  }
}
