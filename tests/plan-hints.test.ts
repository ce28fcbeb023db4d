import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planQuotas, plans } from '#shared/rules/plans.ts';

/**
 * What a plan does not allow is said before a form, not after it: for each command that a plan can refuse, the forms that lead to it, each
 * with a hint of the same need; or why nobody types anything for it.
 */
const root = join(import.meta.dirname, '..');
const forms: Record<string, readonly string[] | string> = {
	'events/commands/change-status.ts liveEvents': [
		'events/components/create/create-event-screen.tsx',
		'events/components/review/publish-card.tsx',
		'events/components/edit/publish-bar.tsx',
	],
	'staff/commands/make-staff-link.ts staffLinks': ['staff/components/staff-link-dialog.tsx'],
	'orders/sale/judge.ts attendeesPerEvent': [
		'tickets/components/ticket-type-dialog.tsx',
		'attendees/components/guest-dialog.tsx',
		'guest-import/components/import-guests.tsx',
	],
	'developer/commands/make-api-key.ts hasApi': [
		'developer/components/key-dialog.tsx',
		'developer/components/rotate-dialog.tsx',
	],
	'developer/authenticate-key.ts hasApi': 'a program calls',
	'integrations/commands/save-connection.ts hasIntegrations': [
		'integrations/components/connection-dialog.tsx',
	],
	'integrations/commands/run-connection.ts hasIntegrations': 'one press at a connection that is there',
	// The dialog comes with the screens of mailing lists.
	'mailing-lists/commands/save-list.ts hasIntegrations': [
		'mailing-lists/components/key-step.tsx',
		'mailing-lists/components/key-dialog.tsx',
	],
	'mailing-lists/commands/run-list.ts hasIntegrations': 'one press at a list that is there',
	'mailing-lists/may-send.ts hasIntegrations': 'a list is sent by itself',
	'reports/commands/save-report.ts hasReports': ['reports/components/builder/builder-page.tsx'],
	'reports/commands/share-report.ts hasReports': ['reports/components/builder/builder-page.tsx'],
	'reports/commands/save-schedule.ts hasReports': ['reports/components/builder/builder-page.tsx'],
	'reports/commands/queue-run.ts hasReports': ['reports/components/builder/builder-page.tsx'],
	'reports/schedules/run-schedules.ts hasReports': 'a schedule runs by itself',
};

const refusals = globSync('server/domain/**/*.ts', { cwd: root })
	.filter((file) => !file.endsWith('.test.ts'))
	.flatMap((file) => {
		const source = readFileSync(join(root, file), 'utf8');
		const calls = source.matchAll(
			/require(?:Quota|Feature)\([^;]*?'(\w+)'|quota: '(attendeesPerEvent)', limit: pool/g,
		);
		return [...calls].map(
			(match) => `${file.replaceAll('\\', '/').replace('server/domain/', '')} ${match[1] ?? match[2]}`,
		);
	})
	.filter((name) => !name.startsWith('subscriptions/'));

test('every command that a plan can refuse has its forms, or a reason', () => {
	expect([...new Set(refusals)].sort()).toEqual(Object.keys(forms).sort());
});

test('every number and feature of a plan is among them', () => {
	const features = Object.entries(plans[0] ?? {}).flatMap(([name, value]) =>
		typeof value === 'boolean' ? [name] : [],
	);
	const needs = new Set(Object.keys(forms).map((name) => name.split(' ')[1]));
	expect(needs).toEqual(new Set([...planQuotas, ...features]));
});

test.each(
	Object.entries(forms).flatMap(([name, files]) =>
		typeof files === 'string' ? [] : files.map((file) => [file, name.split(' ')[1] as string] as const),
	),
)('%s hints at %s', (file, need) => {
	const source = readFileSync(join(root, 'app/features', file), 'utf8');
	expect(source).toMatch(new RegExp(`<(?:Event)?PlanHint\\b[^>]*need="${need}"`));
});
