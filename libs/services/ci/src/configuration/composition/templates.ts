/** Templates that `include: template` names: when there are pipelines. */
export const TEMPLATES: Readonly<Record<string, string>> = {
  'Workflows/Branch-Pipelines.gitlab-ci.yml': `
workflow:
  rules:
    - if: $CI_COMMIT_TAG
    - if: $CI_COMMIT_BRANCH
`,
  'Workflows/MergeRequest-Pipelines.gitlab-ci.yml': `
workflow:
  rules:
    - if: $CI_MERGE_REQUEST_IID
    - if: $CI_COMMIT_TAG
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
`,
};
