import { customAttributesController } from '@hearth/custom-attributes';
import { GroupNotFound, ProjectNotFound, v4, type EndpointCall } from '@hearth/http';
import { abilities } from '../abilities.js';

/** Custom attributes of projects, for admins. */
export class ProjectAttributesController extends customAttributesController({
  kind: 'project',
  path: '/projects/:id',
  id: v4.project(),
  can: abilities.readProject,
  subjectNotFound: ProjectNotFound,
}) {
  protected override subjectId({ project }: EndpointCall<unknown>): number {
    return project.project.id;
  }
}

/** Custom attributes of groups, for admins. */
export class GroupAttributesController extends customAttributesController({
  kind: 'group',
  path: '/groups/:id',
  id: v4.group(),
  can: abilities.readGroup,
  subjectNotFound: GroupNotFound,
}) {
  protected override subjectId({ group }: EndpointCall<unknown>): number {
    return group.group.id;
  }
}
