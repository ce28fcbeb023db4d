import type { Module } from '../module.ts';
import { documentChecks } from './checks.ts';
import { documentJobs } from './jobs.ts';
import { documentRoutes } from './routes.ts';

/** Receipts, invoices and credit notes: numbered, stored as issued, drawn as PDF. It is handed what they say and knows no orders. */
export const documentsModule: Module = {
	name: 'documents',
	routes: documentRoutes,
	jobs: documentJobs,
	checks: documentChecks,
};
