import { Module } from '@nestjs/common';
import { RepositoryCoreModule } from '../core.module.js';
import { GitLimits } from '../git-http/git-limits.js';
import { GitSlots } from '../git-http/git-slots.js';
import { ServedStreams } from '../git-http/served-streams.js';
import { FreeSpace } from '../storages/free-space.js';
import { roomIn } from '../storages/room.js';
import { Storages } from '../storages/storages.js';
import { StoragesModule } from '../storages/storages.module.js';
import { chosenEngine } from './engines/choose.js';
import { Git } from './git.js';

@Module({
  imports: [RepositoryCoreModule, StoragesModule],
  providers: [
    { provide: GitLimits, useFactory: () => GitLimits.fromEnvironment() },
    { provide: GitSlots, inject: [GitLimits], useFactory: ({ slots }: GitLimits) => new GitSlots(slots) },
    ServedStreams,
    {
      provide: Git,
      inject: [Storages, GitLimits, FreeSpace],
      useFactory: async ({ privateFolder }: Storages, { times, packCacheBytes }: GitLimits, freeSpace: FreeSpace) => {
        const hasRoom = async () => roomIn(await freeSpace.spaceOf(privateFolder)) > packCacheBytes;
        const packCache = { maxBytes: packCacheBytes, hasRoom };
        return Git.open({ privateFolder, packCache, transferTimes: times, engine: await chosenEngine() });
      },
    },
  ],
  exports: [Git, GitSlots, GitLimits, ServedStreams],
})
export class GitModule {}
