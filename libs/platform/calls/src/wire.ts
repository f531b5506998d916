export const CORRELATION_HEADER = 'x-hearth-correlation';
/** On a 421: the storage that the repository lives on. */
export const STORAGE_HEADER = 'x-hearth-storage';
