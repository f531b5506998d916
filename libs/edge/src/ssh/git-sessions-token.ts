/** Returns the sessions of git: those of this process, or of the owners of storages. */
export const GIT_SESSIONS = Symbol('hearth:git-sessions');
