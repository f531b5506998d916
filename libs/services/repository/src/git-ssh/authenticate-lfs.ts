import { Injectable } from '@nestjs/common';
import { lfsPath } from '@hearth/access';
import type { Caller } from '@hearth/contract-kit';
import { SESSION_STATUS, type GitSession, type SessionStreams } from '@hearth/repository-contracts';
import { PROJECT_HIDDEN } from '../git-http/git-access.rules.js';
import { LfsAdmission } from '../lfs/lfs-admission.js';
import { LFS_NOT_FOUND } from '../lfs/lfs-answers.js';
import { LfsTokens } from '../lfs/lfs-tokens.js';
import { refusalText } from './session-texts.js';

/** Gives a client that has signed in over SSH a short-lived credential for git LFS over HTTP. */
@Injectable()
export class AuthenticateLfs {
  constructor(
    private readonly lfsAdmission: LfsAdmission,
    private readonly lfsTokens: LfsTokens,
  ) {}

  /** @returns the exit status for the client; a refusal has been written to `errors` */
  async execute(
    { project, operation = 'download' }: GitSession,
    caller: Caller,
    { output, errors, begin }: SessionStreams,
  ): Promise<number> {
    begin();
    const asked = await this.lfsAdmission.admit(project, operation, caller);
    const admitted = 'movedTo' in asked ? await this.lfsAdmission.admit(asked.movedTo, operation, caller) : asked;
    if (!('access' in admitted)) {
      const isHidden = admitted === LFS_NOT_FOUND || 'movedTo' in admitted;
      errors.write(refusalText(isHidden ? PROJECT_HIDDEN : { text: admitted.message }));
      output.end();
      return SESSION_STATUS.refused;
    }
    const card = admitted.access.project;
    const { header, expiresIn } = this.lfsTokens.issue(caller.principal!, card, { operation, opens: 'api' });
    const href = `${caller.baseUrl}${lfsPath(card.fullPath, 'api')}`;
    output.write(`${JSON.stringify({ href, header: { Authorization: header }, expires_in: expiresIn })}\n`);
    return SESSION_STATUS.served;
  }
}
