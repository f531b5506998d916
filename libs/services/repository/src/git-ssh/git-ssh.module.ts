import { Module } from '@nestjs/common';
import { GitSessions } from '@hearth/repository-contracts';
import { InternalRoutes } from '@hearth/service';
import { BundlesModule } from '../bundles/bundles.module.js';
import { GitModule } from '../git/git.module.js';
import { GitHttpModule } from '../git-http/git-http.module.js';
import { LfsModule } from '../lfs/lfs.module.js';
import { AuthenticateLfs } from './authenticate-lfs.js';
import { ServeGitSession } from './serve-git-session.js';
import { SessionRoutes } from './session-routes.js';

@Module({
  imports: [BundlesModule, GitModule, GitHttpModule, LfsModule],
  providers: [
    AuthenticateLfs,
    ServeGitSession,
    { provide: GitSessions, useExisting: ServeGitSession },
    { provide: InternalRoutes, useClass: SessionRoutes },
  ],
})
export class GitSshModule {}
