// Program of the threads of TestReportThreads.

export { readTestReport as read } from './report.rules.js';
