import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, returns, type CallOf } from '@hearth/http';
import { attempt } from '@hearth/pages';
import { PageRenderer } from '../pages/page-renderer.js';
import { MoveInvalid } from '../refusals.js';
import { RequestStorageMove } from '../storage-moves/request.js';
import { StoragePageFacts } from './storage-page.facts.js';
import { MoveStorageFormParams, StoragesPageParams, noticeOf, withNotice } from './storage-page.params.js';
import { STORAGES, presentStorages } from './storage-pages.view.js';

const ADMIN = { admin: true, returns: returns.html } as const;
const LABELS = { source_storage_name: 'The storage', destination_storage_name: 'The destination' };

/** Page on which admins see the storages and the moves between them, and empty a storage. */
@Controller()
export class StoragePagesController {
  constructor(
    private readonly storagePageFacts: StoragePageFacts,
    private readonly requestStorageMove: RequestStorageMove,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get(STORAGES, { summary: 'Show the storages to admins', ...ADMIN, params: StoragesPageParams })
  async list(@Call() call: CallOf<typeof StoragesPageParams>) {
    const { page, done } = call.params;
    const fact = await this.storagePageFacts.read(page);
    return this.pages.page(call, 'storages', presentStorages(fact, { notice: noticeOf(done) }));
  }

  @Endpoint.post(`${STORAGES}/move`, {
    summary: 'Move all repositories of a storage in a browser',
    ...ADMIN,
    params: MoveStorageFormParams,
  })
  async move(@Call() call: CallOf<typeof MoveStorageFormParams>) {
    const { source_storage_name: name, confirmed } = call.params;
    if (!confirmed)
      return this.pages.confirm(call, {
        title: `Move all repositories of “${name}”?`,
        text: 'They go to the other open storages. It stays open to new repositories unless an operator closes it.',
        button: 'Move all',
        back: STORAGES,
        fields: [['source_storage_name', name]],
      });
    const made = await attempt(() => this.requestStorageMove.ofStorage(name), [MoveInvalid], LABELS);
    if ('value' in made) return new Redirect(withNotice(STORAGES, 'moving'));
    const failures = made.failures.map(({ text }) => ({ field: null, text }));
    return this.pages.page(call, 'storages', presentStorages(await this.storagePageFacts.read(1), { failures }));
  }
}
