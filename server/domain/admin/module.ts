import { demoNotice } from '#server/demo/load-demo.ts';
import type { Module } from '../module.ts';
import { startAuditEntry } from './audit.ts';
import { adminRoutes } from './routes.ts';

/** What only the operator's administrators do. */
export const adminModule: Module = {
	name: 'admin',
	routes: adminRoutes,
	access: { startAuditEntry },
	notices: [demoNotice],
};
