/** The fields of API records that tests and benchmarks use; conformance specs check whole records. */
export interface UserRecord {
  readonly id: number;
  readonly username: string;
  readonly name: string;
}

export interface ProjectRecord {
  readonly id: number;
  readonly path: string;
  readonly path_with_namespace: string;
  readonly default_branch: string | null;
  readonly last_activity_at: string;
  readonly visibility: string;
  readonly http_url_to_repo: string;
  /** Null where git over SSH is off. */
  readonly ssh_url_to_repo: string | null;
  readonly web_url: string;
  /** Absent until the repository was measured. */
  readonly readme_url?: string | null;
}

export interface CommitRecord {
  readonly id: string;
  readonly title: string;
  readonly message: string;
  readonly parent_ids: readonly string[];
  readonly author_name: string;
  readonly author_email: string;
  readonly authored_date: string;
  readonly committer_name: string;
  readonly committer_email: string;
  readonly committed_date: string;
}

export interface BranchRecord {
  readonly name: string;
  readonly merged: boolean;
  readonly protected: boolean;
  readonly commit: CommitRecord;
}

export interface TreeEntryRecord {
  readonly id: string;
  readonly name: string;
  readonly type: 'tree' | 'blob' | 'commit';
  readonly path: string;
  readonly mode: string;
}
