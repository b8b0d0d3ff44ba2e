export { createStudySearch, type StudySearchOptions } from './study/create-study-search.ts';
