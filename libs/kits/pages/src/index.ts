export { AssetsController } from './assets/assets.controller.js';
export { diffParams, type DiffOptions } from './diff/diff.params.js';
export { anchorOf, chooseFiles, type ChangedFile, type ChosenFile, type FileState } from './diff/chosen-files.js';
export {
  presentDiff,
  presentFiles,
  presentTotals,
  withOptions,
  type DiffFile,
  type DiffLine,
  type PageDiff,
  type ShownDiff,
} from './diff/diff-view.js';
export { treeOf, type TreeFile } from './diff/file-tree.js';
export type { PatchHtml } from './diff/patch-html.js';
export { pairsOf, type LinePair } from './diff/line-pairs.js';
export { confirmed } from './forms/confirmation.js';
export { attempt, formFailures, placedFailures, type Attempt, type FormFailure } from './forms/form-failures.js';
export { refusalOf, type Sentences } from './forms/form-refusals.js';
export { parseKeptForm, presentKeptForm, type KeptForm } from './forms/kept-form.js';
export { defineNotices } from './forms/notices.js';
export { PRIVATE_KEY_SENT, isPrivateKey } from './forms/private-key.rules.js';
export { FIRST_PAGE, pageLinks, pageOf, type PageLinks } from './page-links.js';
export { PagesModule } from './pages.module.js';
export { encodedPath } from './encoded-path.js';
export type { PageLabel } from './label.js';
export { tabsOf } from './tabs.js';
export type { SelectOptions } from './forms/select-options.js';
export { groupSettingsMenu, presentPageGroup, type GroupSection, type PageGroup } from './group-page.js';
export {
  presentPageProject,
  projectSettingsMenu,
  type PageProject,
  type PageSection,
  type ProjectSection,
} from './project-page.js';
export { ROLES, type RoleLevel } from './roles.js';
export { ownerPageAddress, presentOwnerFrame, type OwnerFrame } from './owner-page.js';
export { presentSettingsFrame, type SettingsFrame } from './settings-page.js';
export { presentSize } from './size.js';
export { PageTexts, type PageText } from './rich-text/page-texts.js';
export { RichText } from './rich-text/rich-text.js';
export { RichTextModule } from './rich-text/rich-text.module.js';
export type { EditNotePage, PageNote, PagePendingNote, PagePerson, PageSuggestion, PageThread } from './threads.js';
export type { HighlightedLines } from './rich-text/highlight.js';
export type { TextContext } from './rich-text/text-context.js';
export { servicePageController } from './service-page/service-page.controller.js';
export type { ServicePageData } from './service-page/service-page.view.js';
export { TemplateRenderer } from './template-renderer.js';
