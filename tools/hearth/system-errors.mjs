/** Meaning of a system error and its remedy, by its code; `place` is a path or a program. */
const SENTENCES = {
  ENOENT: (place) => `There is no ${place}: check the name and run this again.`,
  ENOTDIR: (place) => `${place} is below a file: choose another folder.`,
  EISDIR: (place) => `${place} is a folder: name a file.`,
  EACCES: (place) => `This user may not use ${place}: choose another place, or run this as its owner.`,
  EPERM: (place) => `This user may not change ${place}: choose another place, or run this as its owner.`,
  EROFS: (place) => `${place} is on a read-only file system: mount it writable, or choose another place.`,
  ENOSPC: (place) => `No space is left on the disk of ${place}: free some and run this again.`,
  EDQUOT: (place) => `This user's share of the disk of ${place} is used up: free some space and run this again.`,
  EIO: (place) => `The disk of ${place} fails: see the system's log (dmesg).`,
};

/**
 * The sentence for an error of the system that its reader can act on; undefined for any other error.
 * @param {NodeJS.ErrnoException} error @param {string} [place] for errors that name none, as those of writing do
 */
export function sentenceOf({ code, path, syscall }, place = 'the files of Hearth') {
  if (code === 'ENOENT' && syscall?.startsWith('spawn')) return `${path} is missing: install it and run this again.`;
  return SENTENCES[code]?.(path ?? place);
}
