import type { FilesOfSystem } from '@hearth/backup';
import { CiModule } from '@hearth/ci';
import { IdentityModule } from '@hearth/identity';
import { MergeRequestsModule } from '@hearth/merge-requests';
import { ProjectsModule } from '@hearth/projects';
import { RepositoryModule } from '@hearth/repository';

/** Every service, in the order in which their schemas are migrated. */
export const services = [IdentityModule, ProjectsModule, RepositoryModule, MergeRequestsModule, CiModule];

/** Contents that the services store outside of the database. */
export const files: FilesOfSystem = {
  repositories: RepositoryModule.backup,
  objects: [CiModule.objectBackup, RepositoryModule.objectBackup],
};
