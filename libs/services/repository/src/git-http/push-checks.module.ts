import { Module } from '@nestjs/common';
import { RepositoryCoreModule } from '../core.module.js';
import { GitModule } from '../git/git.module.js';
import { StoragesModule } from '../storages/storages.module.js';
import { RepositoryStoresModule } from '../stores.module.js';
import { GitAccessFacts } from './git-access.facts.js';
import { MovedProjectFacts } from './moved-project.facts.js';
import { PushLinksFacts } from './push-links.facts.js';
import { PushRightsFacts } from './push-rights.facts.js';
import { PushSizeFacts } from './push-size.facts.js';
import { SizeLimitFacts } from './size-limit.facts.js';

@Module({
  imports: [RepositoryCoreModule, RepositoryStoresModule, GitModule, StoragesModule],
  providers: [GitAccessFacts, MovedProjectFacts, PushLinksFacts, PushRightsFacts, PushSizeFacts, SizeLimitFacts],
  exports: [GitAccessFacts, MovedProjectFacts, PushLinksFacts, PushRightsFacts, PushSizeFacts, SizeLimitFacts],
})
export class PushChecksModule {}
