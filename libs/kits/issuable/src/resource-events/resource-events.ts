import { defineRefusal, type UserId } from '@hearth/contract-kit';
import type { EndpointCall } from '@hearth/http';
import type { LabelCard, Milestone } from '@hearth/projects-contracts';
import type { EventUser } from './resource-event.view.js';

export const ResourceEventNotFound = defineRefusal('resource-event-not-found', 404, { message: '404 Not found' });

/** Reads about the events of one kind of record, which the service that owns it implements. Deleted labels, milestones and users are left out. */
export abstract class ResourceEvents {
  /**
   * Returns the id of a record that the caller may read.
   * @param iid number of the record in the project
   */
  abstract resourceId(call: EndpointCall<object>, iid: number): Promise<number>;

  abstract labels(ids: readonly number[]): Promise<readonly LabelCard[]>;

  abstract milestones(ids: readonly number[]): Promise<readonly Milestone[]>;

  /** Users by the requested ids. */
  abstract users(ids: readonly UserId[]): Promise<ReadonlyMap<number, EventUser>>;
}
