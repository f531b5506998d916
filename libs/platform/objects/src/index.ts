export { FolderObjects } from './folder-objects.js';
export { ObjectTooLarge, type ObjectStore, type StoredObject } from './object-store.js';
