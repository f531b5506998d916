import { CiModule } from '@hearth/ci';
import { IdentityModule } from '@hearth/identity';
import { MergeRequestsModule } from '@hearth/merge-requests';
import { ProjectsModule } from '@hearth/projects';
import { RepositoryModule } from '@hearth/repository';

/** Every service, in the order in which their schemas are migrated. */
export const services = [IdentityModule, ProjectsModule, RepositoryModule, MergeRequestsModule, CiModule];
