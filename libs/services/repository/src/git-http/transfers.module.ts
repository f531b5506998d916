import { Module } from '@nestjs/common';
import { StoragesModule } from '../storages/storages.module.js';
import { Transfers } from './transfers.js';

/** The running transfers of clients, of git and of git LFS. */
@Module({ imports: [StoragesModule], providers: [Transfers], exports: [Transfers] })
export class TransfersModule {}
