import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { UserId } from '@hearth/contract-kit';
import { SignJobTokensCommand } from '@hearth/identity-contracts';
import { ResolveAccessQuery } from '@hearth/projects-contracts';
import { JobNotFound } from '../refusals.js';
import type { BuildVariable } from '../variables/variable.rules.js';
import { audiencesOf, tokenJob } from './id-tokens.rules.js';
import type { JobPayload } from './job-payload.facts.js';

/** Gets the id_tokens of jobs from identity, which has the keys. */
@Injectable()
export class IdTokenFacts {
  constructor(private readonly calls: Calls) {}

  /**
   * Returns the variables with the id_tokens of a job; none for a job without `id_tokens`. The tokens are stored nowhere.
   * @param issuer scheme, host and port that the runner used
   * @throws JobNotFound when its project was deleted
   */
  async of(payload: JobPayload, issuer: string): Promise<BuildVariable[]> {
    const audiences = audiencesOf(payload, issuer);
    if (audiences.length === 0) return [];
    const { build, project } = payload;
    // The job was authorised when it was created; this query only reads the project.
    const user = { id: (build.userId ?? 0) as UserId, admin: true, external: false };
    const { projects } = await this.calls.query(ResolveAccessQuery, { projects: [{ id: project.id }], user });
    const namespaceId = projects[0]?.project.namespaceId;
    if (namespaceId === undefined) throw JobNotFound();
    const { tokens } = await this.calls.command(SignJobTokensCommand, {
      issuer,
      job: tokenJob(payload, namespaceId),
      audiences: audiences.map(([, audience]) => audience),
      lifetimeSeconds: build.timeoutSeconds,
    });
    return audiences.map(([key], index) => ({ key, value: tokens[index]!, public: false, raw: true }));
  }
}
