import { Injectable, Logger } from '@nestjs/common';
import { WrongStorage, type Caller } from '@hearth/contract-kit';
import { GitSessions, SESSION_STATUS, type GitSession, type SessionStreams } from '@hearth/repository-contracts';
import { currentOrigin } from '@hearth/telemetry';
import { OfferBundles } from '../bundles/offer.js';
import { Git } from '../git/git.js';
import { GitAdmission, type Admitted, type Moved } from '../git-http/git-admission.js';
import type { GitRefusal } from '../git-http/git-access.rules.js';
import { failureOf } from '../git-http/git-answers.js';
import { ReceivePush } from '../git-http/receive-push.js';
import { rightsOf } from '../repositories/reader.js';
import { AuthenticateLfs } from './authenticate-lfs.js';
import { gitMessages, movedText, refusalText } from './session-texts.js';

/** Serves what git clients ask for over SSH, with the same rights, limits and checks as over HTTP. */
@Injectable()
export class ServeGitSession extends GitSessions {
  private readonly logger = new Logger(ServeGitSession.name);

  constructor(
    private readonly gitAdmission: GitAdmission,
    private readonly receivePush: ReceivePush,
    private readonly git: Git,
    private readonly authenticateLfs: AuthenticateLfs,
    private readonly offerBundles: OfferBundles,
  ) {
    super();
  }

  async serve(session: GitSession, caller: Caller, streams: SessionStreams): Promise<number> {
    const { program, project } = session;
    let begun = false;
    const begin = (): void => {
      if (!begun) streams.begin();
      begun = true;
    };
    try {
      if (program === 'git-lfs-authenticate')
        return await this.authenticateLfs.execute(session, caller, { ...streams, begin });
      const asked = await this.admit(session, caller, true);
      const admitted =
        'movedTo' in asked ? await this.admit({ ...session, project: asked.movedTo }, caller, false) : asked;
      begin();
      if (!('repository' in admitted)) return refuse(streams, admitted as GitRefusal);
      if ('movedTo' in asked) streams.errors.write(movedText(project, asked.movedTo));
      return await this.gitAdmission.run(admitted, streams.signal, (ending) =>
        this.stream(session, admitted, { ...streams, signal: AbortSignal.any([ending, streams.signal]) }),
      );
    } catch (error) {
      if (error instanceof WrongStorage && !begun) throw error;
      begin();
      const failure = failureOf(error);
      const id = currentOrigin()?.correlation;
      if (failure.unexpected) this.logger.error(`${id} ${program} ${project}: ${(error as Error).stack}`);
      return refuse(streams, failure);
    }
  }

  private admit(
    { program, project }: GitSession,
    caller: Caller,
    follows: boolean,
  ): Promise<Admitted | Moved | GitRefusal> {
    const pushes = program === 'git-receive-pack';
    const service = pushes ? program : 'git-upload-pack';
    // The repository itself has every object: a session cannot be sent to another process once it has begun.
    return this.gitAdmission.admit({ service, project, pushes, follows, readsCopies: false }, caller);
  }

  private async stream(
    { program, project, protocol }: GitSession,
    { access, caller, repository }: Admitted,
    { input: body, output: response, errors, signal }: Omit<SessionStreams, 'begin'>,
  ): Promise<number> {
    const rights = rightsOf(access, caller.principal);
    const { path } = repository;
    if (program === 'git-receive-pack') {
      await this.receivePush.advertise(repository, { rights, response, stateful: true, signal });
      const { principal, baseUrl } = caller;
      const pusher = { repository, access, principal: principal!, baseUrl, via: 'ssh' as const };
      await this.receivePush.execute(pusher, { body, response, stateful: true, signal });
      return SESSION_STATUS.served;
    }
    const streams = { body, response, rights, signal };
    const exit =
      program === 'git-upload-pack'
        ? await this.git.fetchSession(path, {
            ...{ ...streams, protocol, bundles: this.offerBundles.of(access.project, path, caller.baseUrl) },
            areBundlesOffered: protocol === 'version=2' && (await this.offerBundles.isOffered(access.project.id)),
          })
        : await this.git.archiveSession(path, streams);
    errors.write(gitMessages(exit.stderr, path, project));
    return exit.code ?? SESSION_STATUS.refused;
  }
}

function refuse({ errors, output }: SessionStreams, refusal: Pick<GitRefusal, 'text'>): number {
  errors.write(refusalText(refusal));
  output.end();
  return SESSION_STATUS.refused;
}
