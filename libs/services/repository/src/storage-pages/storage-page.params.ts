import { v4 } from '@hearth/http';
import { confirmed, defineNotices } from '@hearth/pages';
import { z } from 'zod';
import { MoveStorageParams } from '../storage-moves/storage-move.params.js';

const notices = defineNotices({ moving: 'The moves are being scheduled.' });
export const { noticeOf, withNotice } = notices;

export const StoragesPageParams = z.object({ page: v4.page.page, done: notices.done });
export const MoveStorageFormParams = MoveStorageParams.pick({ source_storage_name: true }).extend({ confirmed });
