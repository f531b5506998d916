import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { MoveInvalid, MoveNotFound } from '../refusals.js';
import { ProjectStorageFacts } from './project-storage.facts.js';
import { RequestStorageMove } from './request.js';
import { StorageMoveFacts } from './storage-move.facts.js';
import {
  AllStorageMovesParams,
  MoveProjectParams,
  MoveStorageParams,
  ProjectStorageParams,
  ProjectStorageMoveParams,
  StorageMoveParams,
  StorageMovesParams,
} from './storage-move.params.js';
import { ProjectStorageView, StorageMoveView, presentProjectStorage, presentStorageMove } from './storage-move.view.js';

@Controller()
export class StorageMovesController {
  constructor(
    private readonly storageMoveFacts: StorageMoveFacts,
    private readonly projectStorageFacts: ProjectStorageFacts,
    private readonly requestStorageMove: RequestStorageMove,
  ) {}

  @Endpoint.get('/project_repository_storage_moves', {
    summary: 'List the moves of repositories between storages',
    admin: true,
    params: AllStorageMovesParams,
    returns: returns.page(StorageMoveView),
  })
  async all(@Call() { params }: CallOf<typeof AllStorageMovesParams>): Promise<Page<StorageMoveView>> {
    const { page, per_page: perPage } = params;
    return (await this.storageMoveFacts.page(null, { page, perPage })).map(presentStorageMove);
  }

  @Endpoint.get('/project_repository_storage_moves/:repository_storage_move_id', {
    summary: 'Get a move of a repository',
    admin: true,
    params: StorageMoveParams,
    returns: returns.json(StorageMoveView),
    refuses: [MoveNotFound],
  })
  async one(@Call() { params }: CallOf<typeof StorageMoveParams>): Promise<StorageMoveView> {
    return presentStorageMove(await this.storageMoveFacts.one(params.repository_storage_move_id, null));
  }

  @Endpoint.post('/project_repository_storage_moves', {
    summary: 'Move all repositories of a storage',
    admin: true,
    params: MoveStorageParams,
    returns: returns.accepted,
    refuses: [MoveInvalid],
  })
  async moveAll(@Call() { params }: CallOf<typeof MoveStorageParams>): Promise<void> {
    await this.requestStorageMove.ofStorage(params.source_storage_name, params.destination_storage_name);
  }

  @Endpoint.get('/projects/:id/storage', {
    summary: "Get the storage of a project's repository",
    admin: true,
    can: abilities.downloadCode,
    params: ProjectStorageParams,
    returns: returns.json(ProjectStorageView),
  })
  async storage(@Call() { project }: CallOf<typeof ProjectStorageParams>): Promise<ProjectStorageView> {
    return presentProjectStorage(await this.projectStorageFacts.of(project.project.id));
  }

  @Endpoint.get('/projects/:id/repository_storage_moves', {
    summary: "List the moves of a project's repository",
    admin: true,
    can: abilities.downloadCode,
    params: StorageMovesParams,
    returns: returns.page(StorageMoveView),
  })
  async ofProject(@Call() { project, params }: CallOf<typeof StorageMovesParams>): Promise<Page<StorageMoveView>> {
    const { page, per_page: perPage } = params;
    return (await this.storageMoveFacts.page(project.project.id, { page, perPage })).map(presentStorageMove);
  }

  @Endpoint.get('/projects/:id/repository_storage_moves/:repository_storage_move_id', {
    summary: "Get a move of a project's repository",
    admin: true,
    can: abilities.downloadCode,
    params: ProjectStorageMoveParams,
    returns: returns.json(StorageMoveView),
    refuses: [MoveNotFound],
  })
  async oneOfProject(@Call() { project, params }: CallOf<typeof ProjectStorageMoveParams>): Promise<StorageMoveView> {
    const fact = await this.storageMoveFacts.one(params.repository_storage_move_id, project.project.id);
    return presentStorageMove(fact);
  }

  @Endpoint.post('/projects/:id/repository_storage_moves', {
    summary: "Move a project's repository to another storage",
    admin: true,
    can: abilities.downloadCode,
    params: MoveProjectParams,
    returns: returns.json(StorageMoveView),
    refuses: [MoveInvalid],
  })
  async move(@Call() { project, params }: CallOf<typeof MoveProjectParams>): Promise<StorageMoveView> {
    const move = await this.requestStorageMove.ofProject(project.project.id, params.destination_storage_name);
    return presentStorageMove(await this.storageMoveFacts.of(move));
  }
}
