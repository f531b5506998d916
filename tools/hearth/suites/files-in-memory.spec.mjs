import { runsPrograms } from './files-in-memory.mjs';

const DISK = '/dev/vda / ext4 rw,relatime 0 0';

describe('the folder in memory', () => {
  it.each([
    ['of this user', `${DISK}\ntmpfs /dev/shm tmpfs rw,nosuid,nodev,size=24684092k 0 0`, true],
    ['whose programs may not be run', `${DISK}\nshm /dev/shm tmpfs rw,nosuid,nodev,noexec,relatime 0 0`, false],
    ['that lies beneath another', `tmpfs /dev/shm tmpfs rw 0 0\nshm /dev/shm tmpfs rw,noexec 0 0`, false],
    ['that is a folder of the disk', DISK, false],
    ['of a system without mounts', '', false],
  ])('%s', (_, table, expected) => expect(runsPrograms(table)).toBe(expected));
});
