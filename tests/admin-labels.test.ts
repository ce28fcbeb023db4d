import { expect, test } from 'vitest';
import { auditLabels } from '#app/features/admin/audit-labels.ts';
import { jobLabels } from '#app/features/admin/job-labels.ts';
import { mailLabels } from '#app/features/admin/mail-labels.ts';
import { modules, routes, scheduledJobs } from '#server/domain/modules.ts';
import { mailTemplates } from '#server/emails/templates.ts';
import { upkeepJobs } from '#server/jobs/upkeep.ts';

/** What /admin lists by a name of the code has words there. A name without any is shown as it is: readable, but no word. */

test('every act of an administrator has words, and no words are left over', () => {
	const acts = routes
		.map(({ endpoint }) => endpoint)
		.filter(({ access, method }) => access.kind === 'admin' && method !== 'GET')
		.map(({ id }) => id);
	expect(acts.length).toBeGreaterThan(30);
	expect(Object.keys(auditLabels).sort()).toEqual(acts.sort());
});

test('every mail has words for what it is for', () => {
	expect(Object.keys(mailLabels).sort()).toEqual(mailTemplates.map(({ name }) => name).sort());
});

test('every job that can fail has words', () => {
	const received = modules
		.flatMap(({ listeners }) => listeners ?? [])
		.filter(({ afterCommit, afterCommitMany }) => afterCommit ?? afterCommitMany)
		.map(({ fact }) => fact as string);
	const jobs = [...scheduledJobs, ...upkeepJobs].map(({ name }) => name);
	expect(jobs.length).toBeGreaterThan(15);
	expect([...new Set([...received, ...jobs])].filter((name) => !jobLabels[name])).toEqual([]);
});
