import { v4 } from '@hearth/http';
import { z } from 'zod';

const LONGEST_NAME = 255;
const storage = () => v4.text({ most: LONGEST_NAME });

export const AllStorageMovesParams = z.object({ ...v4.page });
export const ProjectStorageParams = z.object({ id: v4.project() });
export const StorageMovesParams = z.object({ id: v4.project(), ...v4.page });
export const StorageMoveParams = z.object({ repository_storage_move_id: v4.integer() });
export const ProjectStorageMoveParams = StorageMoveParams.extend({ id: v4.project() });
export const MoveProjectParams = z.object({ id: v4.project(), destination_storage_name: v4.optional(storage()) });
export const MoveStorageParams = z.object({
  source_storage_name: storage(),
  destination_storage_name: v4.optional(storage()),
});
