import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { ProjectsByIdsQuery } from '@hearth/projects-contracts';
import { ProjectNotFound } from '@hearth/http';
import { PlaceRepository } from '../repositories/place-repository.js';
import { diskPath } from '../storages/storages.rules.js';

/** Storage of a project's repository, and its path there. */
export interface ProjectStorage {
  readonly projectId: ProjectId;
  readonly storage: string;
  readonly diskPath: string;
  /** ISO 8601; of the project. */
  readonly createdAt: string;
}

/** Reads where the repositories of projects are. */
@Injectable()
export class ProjectStorageFacts {
  constructor(
    private readonly placeRepository: PlaceRepository,
    private readonly calls: Calls,
  ) {}

  /** @throws ProjectNotFound for one that was deleted meanwhile */
  async of(projectId: ProjectId): Promise<ProjectStorage> {
    const [project] = (await this.calls.query(ProjectsByIdsQuery, { ids: [projectId] })).projects;
    if (!project) throw ProjectNotFound();
    const { storage } = await this.placeRepository.execute(projectId);
    return { projectId, storage, diskPath: diskPath(projectId), createdAt: project.createdAt };
  }
}
