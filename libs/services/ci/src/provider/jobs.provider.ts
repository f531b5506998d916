import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { AuthenticateJobQuery } from '@hearth/ci-contracts';
import { Database } from '@hearth/data';
import { BuildsStore } from '../builds/builds.store.js';

/** Answers which job has a token. */
@Controller()
export class JobsProvider {
  constructor(
    private readonly db: Database,
    private readonly buildsStore: BuildsStore,
  ) {}

  @Answers(AuthenticateJobQuery)
  async authenticate({
    tokenHash,
  }: InputOf<typeof AuthenticateJobQuery>): Promise<OutputOf<typeof AuthenticateJobQuery>> {
    return { job: (await this.buildsStore.findRunning(this.db, tokenHash)) ?? null };
  }
}
